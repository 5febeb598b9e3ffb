import { describe, expect, test } from 'vitest'
import { PdfRef, withPdf } from '@rubrica/pdf'
import { buildTestRevisions } from '@rubrica/pdf/testing'
import { locatePage } from './locate-pages.ts'

const leaf = (parent: number, entries = ''): string => `<</Type /Page /Parent ${parent} 0 R ${entries}>>`
/** Four pages: 3, two below a branch, 7, and one behind them. */
const TREE: Readonly<Record<number, string>> = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R 4 0 R 8 0 R] /Count 4>>',
  3: leaf(2),
  4: '<</Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count 2>>',
  5: leaf(4),
  6: leaf(4),
  8: leaf(2),
  9: leaf(4),
  10: '<</Type /Annot /P 6 0 R>>',
  11: '<</FT /Sig /Kids [10 0 R]>>',
  12: '<</FT /Sig /Kids []>>',
  13: '<</Type /Annot /P 4 0 R>>',
  14: '[6 0 R]',
}
const locate = (num: number, changes: Readonly<Record<number, string>> = {}): number | null =>
  withPdf(buildTestRevisions([{ objects: { ...TREE, ...changes } }]), (document) =>
    locatePage(document, new PdfRef(num)),
  )

describe('an object is on a page', () => {
  test.each([
    [3, 1],
    [5, 2],
    [6, 3],
    [8, 4],
  ])('that it is itself: %d is page %d', (num, page) => {
    expect(locate(num)).toBe(page)
  })

  test('that it names, or that its first widget names', () => {
    expect(locate(10)).toBe(3)
    expect(locate(11)).toBe(3)
  })

  test('and behind branches that count wrong things', () => {
    expect(locate(8, { 2: '<</Type /Pages /Kids [3 0 R 4 0 R 8 0 R] /Count 3>>' })).toBe(3)
    expect(locate(8, { 4: '<</Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count /Two>>' })).toBe(3)
    expect(locate(8, { 3: '(no page)' })).toBe(3)
  })
})

describe('an object is on no page', () => {
  test.each([
    ['when it names none', 12],
    ['when it names a branch', 13],
    ['when it is no dictionary', 14],
    ['when it is not there', 99],
    ['when it is a page that no branch lists', 9],
    ['when it is a branch', 4],
  ])('%s', (_what, num) => {
    expect(locate(num)).toBeNull()
  })

  test('when the tree above it is none', () => {
    expect(locate(6, { 4: '[5 0 R 6 0 R]' })).toBeNull()
    expect(locate(6, { 4: '<</Type /Pages /Parent 2 0 R /Kids 5>>' })).toBeNull()
  })

  test('when the tree above it has no end, it is one for whom nobody waits', () => {
    expect(locate(6, { 4: '<</Type /Pages /Parent 4 0 R /Kids [4 0 R 6 0 R] /Count 2>>' })).toBeTypeOf('number')
  })
})
