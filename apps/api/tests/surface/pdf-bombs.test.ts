/** PDF files that are made to exhaust a reader are refused, or shown as far as they can be. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeJpxPage } from '../../../../packages/rendering/tests/make-jpx.ts'
import { openHostileScene, refusalOf, type HostileScene, type SentDocument } from '../scenes/hostile-scene.ts'
import { BOMBS, endlessPage, endlessPagesAfterFirst } from '../scenes/make-pdf-bombs.ts'

let hostile: HostileScene
beforeAll(async () => {
  hostile = await openHostileScene()
})
afterAll(() => hostile[Symbol.asyncDispose]())

describe('a PDF bomb is refused, or shown as far as it can be, and hurts nobody else', () => {
  test.each(Object.keys(BOMBS))('%s', async (name) => {
    const bomb = await BOMBS[name]!()
    const sent = await hostile.besideOthers(hostile.post(bomb))
    if (sent.status === 201) {
      const { guid } = (await sent.json()) as SentDocument
      const shown = await hostile.besideOthers(hostile.pageOf('ana', guid))
      if (shown.status !== 200) expect(await refusalOf(shown)).toBe('PAGE_NOT_RENDERABLE')
    } else {
      expect(['PDF_REFUSED', 'PDF_TOO_COMPLEX']).toContain(await refusalOf(sent))
    }
    hostile.expectMemoryKept()
  })
})

describe('a page that takes for ever', () => {
  test('is drawn once, however often and however large it is asked for, while others see their pages', async () => {
    const { guid } = (await (await hostile.post(endlessPage())).json()) as SentDocument
    const first = await hostile.besideOthers(hostile.pageOf('ana', guid))
    expect(await refusalOf(first)).toBe('PAGE_NOT_RENDERABLE')
    const again = await hostile.besideOthers(
      Promise.all(Array.from({ length: 40 }, (_, i) => hostile.pageOf('ana', guid, 1, `?width=${320 + i * 50}`))),
    )
    for (const answer of again) expect(await refusalOf(answer)).toBe('PAGE_NOT_RENDERABLE')
  })

  test('does not keep the pages before it from being shown', async () => {
    const sent = await hostile.post(endlessPagesAfterFirst())
    expect(sent.status, await sent.clone().text()).toBe(201)
    const { guid } = (await sent.json()) as SentDocument
    const shown = await hostile.besideOthers(hostile.pageOf('ana', guid, 1, '?count=8'))
    expect(shown.status).toBe(200)
    expect(await shown.json()).toMatchObject({ NumberOfPages: 8, NextPage: 2 })
  })
})

test('a page that crashes the process which draws it is 422 for its document alone', async () => {
  const sent = await hostile.post(makeJpxPage(3, { hidden: true }))
  expect(sent.status, await sent.clone().text()).toBe(201)
  const { guid } = (await sent.json()) as SentDocument
  const shown = await hostile.besideOthers(hostile.pageOf('ana', guid))
  expect([shown.status, await refusalOf(shown)]).toEqual([422, 'PAGE_NOT_RENDERABLE'])
  const again = await hostile.besideOthers(hostile.pageOf('ana', guid))
  expect([again.status, await refusalOf(again)]).toEqual([422, 'PAGE_NOT_RENDERABLE'])
})
