/**
 * PDF text strings and dates (ISO 32000-2 clauses 7.9.2 and 7.9.4).
 *
 * Text goes out as PDFDocEncoding where ASCII suffices, else as UTF-16BE with a byte order mark, which every reader
 * knows; text comes in as PDFDocEncoding, UTF-16BE, UTF-16LE or UTF-8 with its mark.
 */
import { PdfString } from './pdf-objects.ts'

/** PDFDocEncoding 0x80-0x9E and 0xA0; every other code from 0x20 is Latin-1. */
const HIGH = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'
const LOW = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'

export function encodeText(text: string): PdfString {
  if (/^[\x20-\x7e\n\r\t]*$/.test(text)) return new PdfString(Buffer.from(text, 'latin1'))
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new PdfString(utf16.swap16())
}

export function decodeText({ bytes }: PdfString): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
    return even.swap16().toString('utf16le')
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(bytes.subarray(2)).toString('utf16le')
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return Buffer.from(bytes.subarray(3)).toString()
  let text = ''
  for (const byte of bytes) text += decodePdfDocByte(byte)
  return text
}

function decodePdfDocByte(byte: number): string {
  if (byte >= 0x80 && byte <= 0x9e) return HIGH[byte - 0x80] ?? ''
  if (byte >= 0x18 && byte <= 0x1f) return LOW[byte - 0x18] ?? ''
  if (byte === 0xa0) return '€'
  return String.fromCharCode(byte)
}

/** A PDF date in UTC with its time zone: D:20260131120000+00'00'. */
export function encodeDate(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return new PdfString(Buffer.from(`D:${digits}+00'00'`, 'latin1'))
}
