import { describe, expect, test } from 'vitest'
import { inspectPdf } from '@rubrica/pades'

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

const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]'

describe('pages that some readers show and others do not are rejected: a signer must see what they sign', () => {
  test('below a page', () => {
    const file = fileOf(
      '<</Type /Pages /Kids [3 0 R] /Count 2>>',
      `<<${page} /Count 2 /Kids [4 0 R 5 0 R]>>`,
      `<<${page}>>`,
      `<<${page}>>`,
    )
    expect(() => inspectPdf(file)).toThrow(expect.objectContaining({ code: 'PDF_DAMAGED' }))
  })

  test('that are streams', () => {
    const stream = `<<${page} /Length 1>>\nstream\nx\nendstream`
    const file = fileOf('<</Type /Pages /Kids [3 0 R 4 0 R] /Count 2>>', `<<${page}>>`, stream)
    expect(() => inspectPdf(file)).toThrow(expect.objectContaining({ code: 'PDF_DAMAGED' }))
  })
})

describe('a count of pages that is not that of the page tree is rejected: readers that believe it show other pages', () => {
  const countOf = (count: string, inner = '2') =>
    fileOf(
      `<</Type /Pages /Kids [3 0 R 4 0 R] ${count}>>`,
      `<<${page}>>`,
      `<</Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count ${inner}>>`,
      `<<${page.replace('2 0 R', '4 0 R')}>>`,
      `<<${page.replace('2 0 R', '4 0 R')}>>`,
    )

  test.each(['/Count 2', '/Count 4', '/Count 0', '/Count -3', '/Count (3)', ''])('%j for three pages', (count) => {
    const refusal: unknown = expect.objectContaining({ code: 'PDF_DAMAGED', facts: { reason: 'PAGE_COUNT', pages: 3 } })
    expect(() => inspectPdf(countOf(count))).toThrow(refusal)
  })

  test('in a branch of the tree', () => {
    expect(() => inspectPdf(countOf('/Count 3', '1'))).toThrow(expect.objectContaining({ code: 'PDF_DAMAGED' }))
  })

  test('but not the right one', () => {
    expect(inspectPdf(countOf('/Count 3')).pageCount).toBe(3)
  })
})

test('a page with an empty list of kids is a page', () => {
  expect(inspectPdf(fileOf('<</Type /Pages /Kids [3 0 R] /Count 1>>', `<<${page} /Kids []>>`)).pageCount).toBe(1)
})
