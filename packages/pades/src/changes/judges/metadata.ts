/**
 * What every save may write beside the document: its XMP metadata (ISO 32000-2 clause 14.3.2), as long as it is XMP; and
 * what it may not: the encryption.
 */
import { PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import { decodeIfPossible } from '../comparison.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { numberOf, report } from '../comparison.ts'
import { type EntryChange, former, latter } from '../model/entries.ts'

/** More than any honest packet. */
const LONGEST_PACKET = 16 * 1024 * 1024

export function compareMetadata(change: EntryChange): void {
  const { comparison, now: catalog } = change
  const [old, now] = [former(change), latter(change)]
  if (isSameValue(old, now)) return
  const valid = isPacket(comparison.after, now) && (old === null || isPacket(comparison.before, old))
  report(comparison, { what: 'METADATA', num: numberOf(catalog.get('Metadata')), rule: valid ? 'METADATA' : null })
}

function isPacket(document: PdfDocument, value: PdfObject): boolean {
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

/** A section that names none leaves it to the ones before. */
export function mayBeInformation(change: EntryChange): 'METADATA' | 'same' | null {
  if (change.now.get(change.key) === undefined) return 'same'
  return latter(change) instanceof PdfDict ? 'METADATA' : null
}

/** Readers go by the newest trailer, and show an encrypted file as if it were in clear. */
export function compareEncryption({ comparison }: EntryChange): void {
  const { before, after } = comparison
  const isLost = before.encryption !== null && (after.trailer.get('Encrypt') ?? null) === null
  if (isLost || !saysTheSame(comparison, before.encryption ?? undefined, after.encryption ?? undefined)) {
    report(comparison, { what: 'ENCRYPTION', num: null })
  }
}
