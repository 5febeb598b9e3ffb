import { expect, test } from 'vitest'
import { inspectPdf } from '@rubrica/pades'

/** A file whose objects stand at their own numbers, from 1. */
function fileOf(objects: readonly string[]): Uint8Array {
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

test('streams whose lengths are one another are rejected before the stack is used up', () => {
  const links = 20_000
  const chain = Array.from({ length: links }, (_, i) => `<</Length ${i + 5} 0 R>>\nstream\nx\nendstream`)
  const file = fileOf([
    '<</Type /Catalog /Pages 2 0 R /Perms 4 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>',
    ...chain,
    '1',
  ])
  expect(() => inspectPdf(file)).toThrow(expect.objectContaining({ code: 'PDF_TOO_COMPLEX' }))
})
