import { expect, test } from 'vitest'
import { inspectPdf } from '../src/inspect-pdf.ts'
import { addSignatureFields } from '../src/fields/add-signature-fields.ts'

const FIELD = [{ name: 'Rubrica-1', page: 1 }]

interface OnePage {
  /** How the page is numbered, and its generation. */
  readonly page: string
  /** A further object, which is free. */
  readonly highest?: number
}

/** One page, with a cross-reference stream that leaves three bytes for generations. */
function onePage({ page, highest }: OnePage): Uint8Array {
  const generation = Number(page.split(' ')[1])
  let text = '%PDF-1.7\n'
  const entries: Buffer[] = [entry(0, 0, 0)]
  const write = (head: string, body: string, gen: number): void => {
    entries.push(entry(1, text.length, gen))
    text += `${head} obj\n${body}\nendobj\n`
  }
  write('1 0', '<</Type /Catalog /Pages 2 0 R>>', 0)
  write('2 0', `<</Type /Pages /Kids [${page} R] /Count 1>>`, 0)
  write(page, '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>', generation)
  const offset = text.length
  const data = Buffer.concat([...entries, entry(1, offset, 0), ...(highest === undefined ? [] : [entry(0, 0, 0)])])
  const index = highest === undefined ? '[0 5]' : `[0 5 ${highest} 1]`
  const dict = `<</Type /XRef /Size 5 /Index ${index} /W [1 4 3] /Root 1 0 R /Length ${data.length}>>`
  return Buffer.concat([
    Buffer.from(`${text}4 0 obj\n${dict}\nstream\n`),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`),
  ])
}

function entry(type: number, offset: number, generation: number): Buffer {
  const packed = Buffer.alloc(8)
  packed[0] = type
  packed.writeUInt32BE(offset, 1)
  packed.writeUIntBE(generation, 5, 3)
  return packed
}

test('a page whose generation no cross-reference can hold is none', () => {
  expect(addSignatureFields(onePage({ page: '3 65535' }), FIELD).length).toBeGreaterThan(0)
  const file = onePage({ page: '3 70000' })
  expect(() => inspectPdf(file)).toThrow(expect.objectContaining({ facts: { reason: 'PAGE_COUNT', pages: 0 } }))
  expect(() => addSignatureFields(file, FIELD)).toThrow(expect.objectContaining({ code: 'PAGE_OUT_OF_RANGE' }))
})

test('a file that leaves no object number for the new fields is rejected, not given fields that nobody finds', () => {
  expect(addSignatureFields(onePage({ page: '3 0', highest: 8_388_000 }), FIELD).length).toBeGreaterThan(0)
  expect(() => addSignatureFields(onePage({ page: '3 0', highest: 8_388_607 }), FIELD)).toThrow(
    expect.objectContaining({ code: 'PDF_TOO_COMPLEX' }),
  )
})
