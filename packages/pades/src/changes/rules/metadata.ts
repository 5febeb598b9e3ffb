/**
 * The document's XMP metadata (ISO 32000-2 clause 14.3.2): may be written anew by every save, as long as it is XMP.
 *
 * The stream may take the place of the former one only where nothing else uses that object.
 */
import { type PdfDocument, PdfStream } from '@rubrica/pdf'
import { decodeIfPossible } from '../decode-if-possible.ts'
import { type Comparison, numberOf, report, settlePart } from '../comparison.ts'
import { isSameValue } from '../same-value.ts'
import { inCatalog } from './places.ts'

/** More than any honest packet. */
const LONGEST_PACKET = 16 * 1024 * 1024

export function compareMetadata(comparison: Comparison): void {
  const { before, after } = comparison
  const old = before.resolve(before.catalog.dict.get('Metadata'))
  const place = after.catalog.dict.get('Metadata')
  const now = after.resolve(place)
  if (isSameValue(old, now)) return
  const valid = isPacket(after, now) && (old === null || isPacket(before, old))
  report(comparison, { what: 'METADATA', num: numberOf(place), rule: valid ? 'METADATA' : null })
  settlePart(comparison, place, inCatalog(comparison, 'Metadata'))
}

function isPacket(document: PdfDocument, value: unknown): boolean {
  if (!(value instanceof PdfStream) || value.raw.length > LONGEST_PACKET) return false
  const packet = decodeIfPossible(document, value)
  if (packet === null) return false
  const text = decodePacket(packet)
  const start = text.trimStart()
  if (!start.startsWith('<') || /<!(DOCTYPE|ENTITY)/i.test(text)) return false
  return /<([\w-]+:)?(xmpmeta|xapmeta|RDF)[\s>]/.test(text)
}

function decodePacket(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0 || bytes[1] === 0 || bytes[0] === 0xfe || bytes[0] === 0xff
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return (utf16 ? text.replaceAll('\0', '') : text).replace(/^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)/, '')
}
