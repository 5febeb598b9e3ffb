/**
 * Writes objects in PDF syntax (ISO 32000-2 clause 7.3).
 *
 * Output is latin1 text, one character per byte, so that offsets are string lengths.
 */
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from './pdf-objects.ts'

/** Everything but the regular characters of clause 7.2.3 that are printable, and # itself. */
const IRREGULAR = /[^!"$&'*-.0-;=?-Z\\^-z|~]/g

export function serialiseObject(object: PdfObject): string {
  if (object === null) return 'null'
  if (typeof object === 'boolean') return object ? 'true' : 'false'
  if (typeof object === 'number') return serialiseNumber(object)
  if (object instanceof PdfName) return serialiseName(object.value)
  if (object instanceof PdfRef) return `${object.num} ${object.gen} R`
  if (object instanceof PdfString) return serialiseString(object)
  if (object instanceof PdfDict) return serialiseDict(object)
  if (object instanceof PdfStream) throw new TypeError('A stream is never inside another object')
  return `[${object.map(serialiseObject).join(' ')}]`
}

export function serialiseDict(dict: PdfDict): string {
  let text = '<<'
  for (const [key, value] of dict.entries) text += `${serialiseName(key)} ${serialiseObject(value)}\n`
  return `${text.trimEnd()}>>`
}

function serialiseNumber(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : '0'
  const text = String(value)
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') || '0' : text
}

function serialiseName(name: string): string {
  return `/${name.replace(IRREGULAR, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
}

function serialiseString({ bytes, hex }: PdfString): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (hex) return `<${buffer.toString('hex')}>`
  const escaped = buffer
    .toString('latin1')
    .replace(/[\\()]/g, (character) => `\\${character}`)
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
  return `(${escaped})`
}
