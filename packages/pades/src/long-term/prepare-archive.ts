/**
 * Fixes every byte of what makes a signed file last, except the document timestamp's token (ISO 32000-2 clauses
 * 12.8.4.3 and 12.8.5, ETSI EN 319 142-1 clauses 5.4 and 5.5).
 *
 * Evidence and timestamp are two revisions, as validators expect them, but one reading of the file: the second goes
 * behind the first without its bytes being put together with the base. The base is hashed once.
 */
import { BaseHash } from '../byte-range/base-hash.ts'
import { emptySlots, fillByteRange } from '../byte-range/sign-slots.ts'
import { type SignatureEvidence, writeDss } from '../dss/write-dss.ts'
import { createSignatureFields } from '../fields/create-signature-fields.ts'
import { readFields } from '../fields/read-fields.ts'
import { type PdfDocument, PdfUpdate, RawSyntax, withPdf, type WrittenUpdate, PdfError } from '@rubrica/pdf'
import type { DigestAlgorithm, Evidence, MessageImprint } from '@rubrica/pki'

/** What to write; plain data. */
export interface ArchivePlan {
  readonly evidence?: Evidence
  readonly bySignature?: readonly SignatureEvidence[]
  /** Leave room for a document timestamp behind it. */
  readonly timestamp?: TimestampRoom
}

export interface TimestampRoom {
  readonly digestAlgorithm: DigestAlgorithm
  /** Bytes kept free for the token. */
  readonly contentsSize: number
}

/** Plain data. */
export interface PreparedArchive {
  /** The incremental updates; empty when there was nothing to add. */
  readonly tail: Uint8Array
  /** Where the token goes, and what it must cover; null without a timestamp. */
  readonly stamp: PreparedStamp | null
}

export interface PreparedStamp extends MessageImprint {
  /** Offset in the tail of the first hex digit of Contents. */
  readonly contentsOffset: number
  readonly contentsSize: number
}

/**
 * @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX, PAGE_OUT_OF_RANGE (a file without pages)
 */
export function prepareArchive(
  base: Uint8Array,
  { evidence, bySignature = [], timestamp }: ArchivePlan,
): PreparedArchive {
  return withPdf(base, (document) => {
    if (document.encryption !== null) throw new PdfError('PDF_ENCRYPTED')
    const update = new PdfUpdate(document)
    const stored = evidence && writeDss(update, evidence, bySignature) ? update.write() : null
    if (timestamp === undefined) return { tail: stored?.tail ?? new Uint8Array(0), stamp: null }
    return addTimestampField(document, stored, timestamp)
  })
}

const SUBFILTER = '<</Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161'

function addTimestampField(
  document: PdfDocument,
  stored: WrittenUpdate | null,
  { digestAlgorithm, contentsSize }: TimestampRoom,
): PreparedArchive {
  const { bytes: base } = document
  const { names } = readFields(document)
  const update = new PdfUpdate(document, stored)
  const value = update.add(new RawSyntax(`${SUBFILTER}\n${emptySlots(contentsSize)}>>`))
  const placement = { name: newFieldName(names), page: 1 }
  createSignatureFields(update, [{ placement, value, isTimestamp: true }], names)
  const { tail: last, offsets } = update.write()
  const first = stored?.tail ?? new Uint8Array(0)
  const tail = Buffer.concat([first, last])
  const start = first.length + (offsets.get(value.num) ?? 0)
  const { byteRange, contentsOffset } = fillByteRange(tail, start, { baseLength: base.length, contentsSize })
  const digest = new BaseHash(base, digestAlgorithm).digestRange(tail, byteRange)
  return { tail, stamp: { contentsOffset, contentsSize, digestAlgorithm, digest } }
}

function newFieldName(taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) if (!taken.has(`Timestamp${number}`)) return `Timestamp${number}`
}
