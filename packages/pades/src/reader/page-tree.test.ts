import { describe, expect, test } from 'vitest'
import { inspectPdf } from '../inspect-pdf.ts'

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

describe('pages that some readers show and others do not are refused: a signer must see what they sign', () => {
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

test('a page with an empty list of kids is a page', () => {
  expect(inspectPdf(fileOf('<</Type /Pages /Kids [3 0 R] /Count 1>>', `<<${page} /Kids []>>`)).pageCount).toBe(1)
})
