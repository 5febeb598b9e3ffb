import { CodedError } from '@rubrica/pki'
import { expect, test } from 'vitest'
import { withPdf } from '@rubrica/pdf'
import { streamOf } from '@rubrica/pdf/testing'
import {
  changesBy,
  changesOf,
  NO_LIMITS,
  object,
  paintedText,
  parts,
  put,
  SIGNATURE,
  updatedForm,
} from '../../testing/make-signed-form.ts'
import { changesAfter } from './changes-after.ts'

/** Mulberry32: the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const FILES = [false, true].map((packed) =>
  updatedForm([
    {
      packed,
      objects: {
        [parts.acroForm]: object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
        [parts.text1]: object(parts.text1).replace('(100)', '(200)'),
        [parts.text1Look]: paintedText('200'),
        30: '<</FT /Sig /T (Sig3) /Subtype /Widget /Rect [0 0 0 0] /V 32 0 R>>',
        32: SIGNATURE,
      },
    },
    {
      packed,
      objects: {
        [parts.catalog]: object(parts.catalog).replace('/Pages', '/DSS <</Certs [40 0 R]>> /Pages'),
        40: streamOf('der'),
      },
    },
  ]),
)

function mutate(file: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(file)
  const place = (): number => Math.floor(random() * copy.length)
  for (let left = 1 + Math.floor(random() * 6); left > 0; left--) {
    const at = place()
    if (random() < 0.5) copy[at] = Math.floor(random() * 256)
    else copy.copyWithin(at, place(), Math.min(copy.length, place()))
  }
  return copy
}

test('mutated revisions are reported or rejected with a code, never anything else', () => {
  const random = randomNumbers(20_260_131)
  for (let round = 0; round < 600; round++) {
    const file = mutate(FILES[round % 2] as Buffer, random)
    try {
      withPdf(file, (document) => changesAfter(document, 1, NO_LIMITS))
    } catch (error) {
      expect(error).toBeInstanceOf(CodedError)
    }
  }
})

test('actions, fields and structures in circles come to an end', () => {
  const circle = '<</S /GoTo /Next [30 0 R 30 0 R 31 0 R]>>'
  const catalog = object(parts.catalog).replace('/Pages', '/OpenAction 30 0 R /Pages')
  expect(changesBy({ [parts.catalog]: catalog, 30: circle, 31: circle })).toEqual(['ACTION'])
  const form = object(parts.acroForm).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`)
  expect(changesBy({ [parts.acroForm]: form, 30: '<</T (a) /Kids [30 0 R]>>' })).toContain('FIELD_ADDED')
  const parent = object(parts.text1).replace('/T', `/Parent ${parts.text1} 0 R /T`)
  expect(changesBy({ [parts.text1]: parent })).toHaveLength(1)
  const circles = { 40: '[41 0 R]', 41: '[40 0 R]' }
  const base = { ...circles, ...put(parts.catalog, '/Pages', '/Other 40 0 R /Pages') }
  expect(changesBy({ 40: '[41 0 R 42 0 R]' }, { base })).toEqual(['CATALOG'])
  // What nothing leads to is not shown.
  expect(changesBy({ 40: '[41 0 R 42 0 R]' }, { base: circles })).toEqual([])
})

test('many objects that all refer to one another are compared in time', () => {
  const count = 3_000
  const all = Array.from({ length: count }, (_, index) => `${1000 + index} 0 R`).join(' ')
  const objects = (text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [1000 + index, `[(${text}) 999 0 R]`]))
  const base = { 999: `[${all}]`, ...objects('a'), ...put(parts.catalog, '/Pages', '/Other 999 0 R /Pages') }
  const file = updatedForm([{ objects: { 999: `[${all} 1]`, ...objects('b') } }], base)
  expect(changesOf(file)).toContain('CATALOG')
})
