import { expect, test } from 'vitest'
import type { SentPlaces } from '../changes/places-query.ts'
import type { SentDocument } from '../sent-queries.ts'
import { signerPlacesOf } from './signer-places.ts'

const signer = (guid: string, state = 'pending') => ({ guid, name: guid, state })
const found = (signers: SentPlaces['signers']): SentPlaces => ({
  pages: [
    { width: 600, height: 800, rotation: 0 },
    { width: 800, height: 600, rotation: 90 },
  ],
  findings: [],
  signers,
})
const document = (...signers: ReturnType<typeof signer>[]) => ({ signers }) as unknown as SentDocument

test('a place is a share of its page from the upper left corner, in the order of the pages', () => {
  const box = { x: 60, y: 80, width: 300, height: 120 }
  const [ana] = signerPlacesOf(
    document(signer('ana')),
    found([
      {
        guid: 'ana',
        positions: [
          { page: 2, ...box },
          { page: 1, ...box },
        ],
      },
    ]),
  )
  expect(ana!.places).toEqual([
    { Page: 1, Left: 0.1, Top: 0.75, Width: 0.5, Height: 0.15 },
    { Page: 2, Left: 0.075, Top: 1 - 200 / 600, Width: 0.375, Height: 0.2 },
  ])
})

test('who has left has no place and no number; who is not seen, and a page that there is not, has no place', () => {
  const places = signerPlacesOf(
    document(signer('old', 'replaced'), signer('ana', 'signed'), signer('biel')),
    found([
      { guid: 'ana', positions: [] },
      { guid: 'biel', positions: [{ page: 3, x: 0, y: 0, width: 1, height: 1 }] },
    ]),
  )
  expect(places.map((one) => [one.signer.guid, one.number, one.places])).toEqual([
    ['ana', 1, []],
    ['biel', 2, []],
  ])
})
