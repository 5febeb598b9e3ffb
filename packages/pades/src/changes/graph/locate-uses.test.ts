import { describe, expect, test } from 'vitest'
import { PdfRef, withPdf } from '@rubrica/pdf'
import { buildTestRevisions } from '@rubrica/pdf/testing'
import { locateUses, referenceTo } from './locate-pages.ts'
import { ReferenceGraph } from './reference-graph.ts'

const page = (entries: string): string => `<</Type /Page /Parent 2 0 R ${entries}>>`
/** Three pages, 3 to 5. */
const FILE: Readonly<Record<number, string>> = {
  1: '<</Type /Catalog /Pages 2 0 R /Other 18 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /Resources 19 0 R>>',
  3: page('/Contents [10 0 R 11 0 R]'),
  4: page('/Contents 10 0 R /Resources 12 0 R'),
  5: page('/Resources 12 0 R'),
  10: '(on the first and second)',
  11: '(on the first)',
  12: '<</Font 13 0 R>>',
  13: '<</F1 14 0 R>>',
  14: '(on the second and third)',
  15: '<</P 5 0 R /AP 16 0 R>>',
  16: '(on the third, by an annotation)',
  17: '<</Other 17 0 R /Another 20 0 R>>',
  18: '(of the catalogue)',
  19: '(of the page tree)',
  20: '<</Other 17 0 R>>',
}
const locate = (
  numbers: readonly number[],
  objects: Readonly<Record<number, string>> = FILE,
  trailer = '/Root 1 0 R',
) =>
  withPdf(buildTestRevisions([{ objects, trailer }]), (document) => {
    const graph = new ReferenceGraph(document)
    return Object.fromEntries(numbers.map((num) => [num, locateUses(document, graph, num)]))
  })

describe('an object is shown by the pages', () => {
  test('that refer to it, in their order', () => {
    expect(locate([10, 11])).toEqual({ 10: [1, 2], 11: [1] })
    const swapped = { ...FILE, 2: '<</Type /Pages /Kids [5 0 R 4 0 R 3 0 R] /Count 3>>' }
    expect(locate([10, 11], swapped)).toEqual({ 10: [2, 3], 11: [3] })
  })

  test('that lead to it through other objects, or whose annotation does', () => {
    expect(locate([14, 16])).toEqual({ 14: [2, 3], 16: [3] })
    expect(locate([12, 13, 14])).toEqual({ 12: [2, 3], 13: [2, 3], 14: [2, 3] })
  })

  test('and by none when only what is above all pages refers to it, or it itself', () => {
    expect(locate([17, 18, 19, 99])).toEqual({ 17: [], 18: [], 19: [], 99: [] })
    expect(locate([18], FILE, '/Root 1 0 R /Info 18 0 R')).toEqual({ 18: [] })
    expect(locate([])).toEqual({})
  })
})

describe('the way up has an end', () => {
  const chain = (length: number): Readonly<Record<number, string>> => ({
    ...FILE,
    3: page('/Contents 30 0 R'),
    ...Object.fromEntries(Array.from({ length }, (_, at) => [30 + at, `[${31 + at} 0 R]`])),
  })

  test('after seven steps', () => {
    expect(locate([36], chain(20))).toEqual({ 36: [1] })
    expect(locate([37], chain(20))).toEqual({ 37: [] })
  })

  test('where more than two thousand objects lead on', () => {
    const wide = (count: number) => {
      const holders = Array.from({ length: count }, (_, at) => 1000 + at)
      const list = `[${holders.map((num) => `${num} 0 R`).join(' ')}]`
      return {
        ...FILE,
        3: page('/Contents 30 0 R'),
        30: list,
        ...Object.fromEntries(holders.map((num) => [num, '[31 0 R]'])),
      }
    }
    expect(locate([31], wide(1_990))).toEqual({ 31: [1] })
    expect(locate([31], wide(2_001))).toEqual({ 31: [] })
  })
})

test('a reference to a number has the generation that it has now', () => {
  const file = buildTestRevisions([{ objects: FILE, generations: { 10: 3 } }])
  withPdf(file, (document) => {
    expect([10, 11, 99].map((num) => referenceTo(document, num))).toEqual([
      new PdfRef(10, 3),
      new PdfRef(11),
      new PdfRef(99),
    ])
  })
  withPdf(buildTestRevisions([{ objects: FILE, packed: true }]), (document) => {
    expect(referenceTo(document, 10)).toEqual(new PdfRef(10, 0))
  })
})
