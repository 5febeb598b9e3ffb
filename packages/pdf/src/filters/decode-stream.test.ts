import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { dictOf, nameOf, type PdfObject, PdfStream } from '../objects/pdf-objects.ts'
import { decodeStream } from './decode-stream.ts'

const direct = (object: PdfObject | undefined): PdfObject => object ?? null
const decode = (filter: string, raw: Uint8Array, parameters: Record<string, number> = {}, limit?: number): Buffer => {
  const dict = dictOf({ Filter: nameOf(filter), DecodeParms: dictOf(parameters) })
  return Buffer.from(decodeStream(new PdfStream(dict, raw), direct, limit))
}

describe('filters give back what was put in', () => {
  test('ASCIIHex, with spaces and an odd digit', () => {
    expect(decode('ASCIIHexDecode', Buffer.from('48 65 6C6c 7>'))).toEqual(Buffer.from('Hellp'))
  })
  test('ASCII85, with z and a partial group', () => {
    expect(decode('ASCII85Decode', Buffer.from('z87cURDZ~>'))).toEqual(Buffer.from('\0\0\0\0Hello'))
  })
  test('run lengths', () => {
    expect(decode('RunLengthDecode', Buffer.from([2, 1, 2, 3, 254, 9, 128]))).toEqual(Buffer.from([1, 2, 3, 9, 9, 9]))
  })
  test('LZW: the example of ISO 32000-2 clause 7.4.4.2', () => {
    const raw = Buffer.from('800B6050220C0C8501', 'hex')
    expect(decode('LZWDecode', raw)).toEqual(Buffer.from([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]))
  })
  test('Flate with each PNG predictor', () => {
    const rows = [0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1]
    const expected = [1, 2, 3, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5]
    const decoded = decode('FlateDecode', deflateSync(Buffer.from(rows)), { Predictor: 15, Columns: 3 })
    expect([...decoded]).toEqual(expected)
  })
  test('Flate with the TIFF predictor', () => {
    const raw = deflateSync(Buffer.from([1, 1, 1, 5, 1, 1]))
    expect([...decode('FlateDecode', raw, { Predictor: 2, Columns: 3 })]).toEqual([1, 2, 3, 5, 6, 7])
  })
})

describe('bombs end at the limit', () => {
  const zeros = deflateSync(Buffer.alloc(10_000_000))
  test.each([
    ['FlateDecode', zeros],
    ['RunLengthDecode', Buffer.alloc(200_000, 129)],
    ['ASCII85Decode', Buffer.alloc(1_000_000, 'z')],
  ])('%s', (filter, raw) => {
    expect(() => decode(filter, raw, {}, 1_000_000)).toThrow(expect.objectContaining({ code: 'PDF_TOO_COMPLEX' }))
  })
})

test.each(['DCTDecode', 'Nonsense'])('%s carries no structure', (filter) => {
  expect(() => decode(filter, Buffer.alloc(4))).toThrow(expect.objectContaining({ code: 'PDF_DAMAGED' }))
})
