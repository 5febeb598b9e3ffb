import { expect, test } from 'vitest'
import { PdfRef } from '../objects/pdf-objects.ts'
import { findPages, openPage } from './find-pages.ts'
import { withPdf } from './open-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

/** A file whose objects stand at their own numbers, from 1; the page tree begins at 2. */
function fileOf(...tree: readonly string[]): Uint8Array {
  const objects = ['<</Type /Catalog /Pages 2 0 R>>', ...tree]
  let text = '%PDF-1.7\n'
  let rows = '0000000000 65535 f \n'
  for (const [index, body] of objects.entries()) {
    rows += `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
  }
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n${rows}trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

/** Five pages, 5 to 9: two below each branch, and one below the root. */
const tree = (counts: readonly string[] = ['5', '2', '2']): Uint8Array =>
  fileOf(
    `<</Type /Pages /Kids [3 0 R 4 0 R 9 0 R] /Count ${counts[0]} /MediaBox [0 0 100 100]>>`,
    `<</Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count ${counts[1]}>>`,
    `<</Type /Pages /Parent 2 0 R /Kids [7 0 R 8 0 R] /Count ${counts[2]} /Rotate 90>>`,
    '<</Type /Page /Parent 3 0 R>>',
    '<</Type /Page /Parent 3 0 R>>',
    '<</Type /Page /Parent 4 0 R>>',
    '<</Type /Page /Parent 4 0 R>>',
    '<</Type /Page /Parent 2 0 R>>',
  )

const objectsOf = (file: Uint8Array, numbers: readonly number[]) =>
  withPdf(file, (document) => [...findPages(document, numbers)].map(([number, { ref }]) => [number, ref?.num]))

/** Numbers of the objects that were read while `work` was done. */
function readBy(file: Uint8Array, work: (document: PdfDocument) => unknown): readonly number[] {
  const read = new Set<number>()
  withPdf(file, (document) => {
    const resolve = document.resolve.bind(document)
    document.resolve = (object) => {
      if (object instanceof PdfRef) read.add(object.num)
      return resolve(object)
    }
    work(document)
  })
  return [...read].sort((a, b) => a - b)
}

test.each([1, 2, 3, 4, 5])('page %i of a tree with branches is found', (number) => {
  expect(objectsOf(tree(), [number])).toEqual([[number, number + 4]])
})

test('several pages are found, whatever their order', () => {
  expect(objectsOf(tree(), [4, 1, 4])).toEqual([
    [4, 8],
    [1, 5],
  ])
})

test('of the other pages none is read', () => {
  const flat = fileOf(
    '<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3>>',
    ...[1, 2, 3].map(() => '<</Type /Page /Parent 2 0 R>>'),
  )
  expect(readBy(flat, (document) => findPages(document, [3]))).toEqual([1, 2, 5])
  expect(readBy(tree(), (document) => findPages(document, [4]))).toEqual([1, 2, 3, 4, 8])
})

test.each([{ counts: ['7', '2', '(2)'] }, { counts: ['(5)', '-1', '2'] }, { counts: ['5', '0', '0'] }])(
  'where counts lead nowhere the pages are walked: $counts',
  ({ counts }) => {
    expect(objectsOf(tree(counts), [5])).toEqual([[5, 9]])
  },
)

test.each([0, 6, -1, 1.5])('page %f of five is none', (number) => {
  const missing: unknown = expect.objectContaining({ code: 'PAGE_OUT_OF_RANGE', facts: { page: number, pages: 5 } })
  expect(() => objectsOf(tree(), [number])).toThrow(missing)
})

test('a page is opened from its own number, with what it inherits', () => {
  withPdf(tree(), (document) => {
    const page = openPage(document, new PdfRef(7))
    expect([page?.attribute('Rotate'), page?.attribute('MediaBox')]).toEqual([90, [0, 0, 100, 100]])
  })
})

test.each([
  { what: 'the root', num: 2 },
  { what: 'a branch', num: 4 },
  { what: 'what is not below the root', num: 1 },
  { what: 'nothing', num: 99 },
])('$what is no page', ({ num }) => {
  withPdf(tree(), (document) => expect(openPage(document, new PdfRef(num))).toBe(null))
})

test('parents in a circle lead to no page', () => {
  const file = fileOf('<</Type /Pages /Kids [] /Count 0>>', '<</Parent 4 0 R>>', '<</Parent 3 0 R>>')
  withPdf(file, (document) => expect(openPage(document, new PdfRef(3))).toBe(null))
})
