/** ASCIIHex, ASCII85 and RunLength (ISO 32000-2 clauses 7.4.2, 7.4.3, 7.4.5). */
import { PdfError } from '../pdf-error.ts'

export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x3e)
  const text = Buffer.from(end === -1 ? bytes : bytes.subarray(0, end))
    .toString('latin1')
    .replace(/[^0-9a-fA-F]/g, '')
  return Buffer.from(text.length % 2 === 0 ? text : `${text}0`, 'hex')
}

export function decodeAscii85(bytes: Uint8Array, limit: number): Uint8Array {
  // A "z" turns one byte into four, every other byte into less than one.
  if (bytes.length * 4 > limit) throw new PdfError('PDF_TOO_COMPLEX', { what: 'stream output' })
  const out = new Uint8Array(bytes.length * 4 + 4)
  let length = 0
  let group: number[] = []
  for (const byte of bytes) {
    if (byte === 0x7e) break
    if (byte === 0x7a && group.length === 0) length += 4
    if (byte < 0x21 || byte > 0x75) continue
    group.push(byte - 0x21)
    if (group.length === 5) {
      length += writeGroup(out, length, group)
      group = []
    }
  }
  if (group.length > 1) length += writeGroup(out, length, group)
  return out.subarray(0, length)
}

/** Writes a group of 2 to 5 digits; returns the number of bytes it stands for. */
function writeGroup(out: Uint8Array, at: number, digits: readonly number[]): number {
  let value = 0
  for (let i = 0; i < 5; i++) value = value * 85 + (digits[i] ?? 84)
  new DataView(out.buffer).setUint32(at, value % 2 ** 32)
  const count = digits.length - 1
  out.fill(0, at + count, at + 4)
  return count
}

export function decodeRunLength(bytes: Uint8Array, limit: number): Uint8Array {
  const parts: Uint8Array[] = []
  let total = 0
  let at = 0
  while (at < bytes.length) {
    const code = bytes[at++] as number
    if (code === 128) break
    const part = code < 128 ? bytes.subarray(at, at + code + 1) : new Uint8Array(257 - code).fill(bytes[at] ?? 0)
    at += code < 128 ? code + 1 : 1
    total += part.length
    if (total > limit) throw new PdfError('PDF_TOO_COMPLEX', { what: 'stream output' })
    parts.push(part)
  }
  return Buffer.concat(parts)
}
