import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { MAX_DOCUMENT_PAGES, PortalError } from '@rubrica/domain'
import type { PageImages } from '../pending-documents/ports.ts'
import { findPlaces } from './find-places.ts'
import type { IntakeFacts, IntakePdf, NewField, Position, SendOrder } from './ports.ts'

/** Every signature has one, in clear; one that no field leads to is a reason to look closer. */
const SIGNATURE_MARK = '/ByteRange'

/** A file that can be signed by everybody it is meant for. */
export interface TakenInPdf extends Pick<IntakeFacts, 'pageCount' | 'sizeOf'> {
  /** There is a signature in it, or what may be left of one. */
  readonly isSigned: boolean
  readonly base: Uint8Array
  /** Of each signer: the first is the signature's. */
  readonly fields: readonly (readonly NewField[])[]
  /** The incremental update that holds the empty fields of all signers. */
  readonly tail: Uint8Array
  readonly baseDigest: Buffer
  readonly digest: Buffer
}

export interface PdfPorts {
  readonly pdf: IntakePdf
  readonly images: Pick<PageImages, 'readText'>
}

/**
 * Looks at a file of a stranger, takes off its encryption where the sender agreed, and makes the fields of all signers
 * in one update, while nobody of them has signed yet.
 * @param documentId names the document inside field names
 * @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_TOO_COMPLEX, POSITION_INVALID,
 *   ANCHOR_NOT_FOUND
 */
export async function takeInPdf(
  { pdf, images }: PdfPorts,
  file: Uint8Array,
  { order, documentId }: { order: SendOrder; documentId: string },
): Promise<TakenInPdf> {
  const { base, pageCount, sizeOf, bearsSignatures } = await inspectWhole(pdf, file, order.decrypt)
  const places = await findPlaces({ images, key: `intake:${documentId}`, base, pageCount, sizeOf }, order)
  checkPages(places, pageCount)
  const fields = places.map((positions, index) => fieldsOf(positions, { documentId, ordinal: index }))
  const [tail, hash] = await Promise.all([pdf.createFields(base, fields.flat()), hashSoon(base)])
  return {
    pageCount,
    sizeOf,
    isSigned: bearsSignatures,
    base,
    fields,
    tail,
    baseDigest: hash.copy().digest(),
    digest: hash.update(tail).digest(),
  }
}

/** Hashes in this thread once the others have been given their work. */
async function hashSoon(bytes: Uint8Array): Promise<Hash> {
  await setImmediate()
  return createHash('sha256').update(bytes)
}

interface WholeFacts extends IntakeFacts {
  /** The file without its encryption. */
  readonly base: Uint8Array
  /** There is a signature in it, or what may be left of one. */
  readonly bearsSignatures: boolean
  readonly wasEncrypted: boolean
}

/**
 * Looks at a file, and at what its encryption hid.
 * @param decrypt the sender's consent; without it an encrypted file is refused
 * @throws {PortalError} PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_REFUSED, PDF_TOO_COMPLEX
 */
export async function inspectWhole(
  pdf: IntakePdf,
  bytes: Uint8Array,
  decrypt: SendOrder['decrypt'],
): Promise<WholeFacts> {
  const file = pdf.share(bytes)
  const seen = await pdf.inspect(file)
  const { base, facts } = seen.isEncrypted ? await decrypted(pdf, { file, seen, decrypt }) : { base: file, facts: seen }
  if (facts.pageCount < 1) throw refused('NO_PAGES')
  if (facts.pageCount > MAX_DOCUMENT_PAGES) throw refused('PDF_TOO_MANY_PAGES', { Limit: MAX_DOCUMENT_PAGES })
  const isMarked = Buffer.from(base.buffer, base.byteOffset, base.length).includes(SIGNATURE_MARK)
  return { ...facts, base, bearsSignatures: facts.isSigned || isMarked, wasEncrypted: seen.isEncrypted }
}

interface EncryptedFile {
  readonly file: Uint8Array
  readonly seen: IntakeFacts
  readonly decrypt: SendOrder['decrypt']
}

async function decrypted(pdf: IntakePdf, { file, seen, decrypt }: EncryptedFile) {
  if (seen.isSigned) throw encryptedAndSigned()
  if (!decrypt) {
    throw new PortalError('PDF_ENCRYPTED', 'The file is encrypted; it is taken only with consent to decrypt it.')
  }
  const base = pdf.share(await pdf.decrypt(file, decrypt.password))
  const facts = await pdf.inspect(base)
  if (facts.isSigned) throw encryptedAndSigned()
  return { base, facts }
}

const encryptedAndSigned = () =>
  new PortalError('PDF_ENCRYPTED', 'The file is encrypted and signed; decrypting it would break its signatures.', {
    facts: { Signed: true },
  })

/** @throws {PortalError} POSITION_INVALID */
export function checkPages(places: readonly (readonly Position[])[], pageCount: number): void {
  for (const [index, positions] of places.entries()) {
    const beyond = positions.findIndex(({ page }) => page > pageCount)
    if (beyond < 0) continue
    const path = ['signers', String(index), 'positions', String(beyond), 'page']
    const problem = `The document has only ${pageCount} pages.`
    throw new PortalError('POSITION_INVALID', problem, {
      facts: { Field: ['description', ...path].join('.'), Pages: pageCount },
      faults: [{ root: 'description', path, code: 'POSITION_INVALID', problem }],
    })
  }
}

/** Unlike any other field of the file, and the same each time it is asked for. A period would make a hierarchy. */
const fieldName = (documentId: string, ordinal: number) => `Rubrica-${documentId.slice(0, 8)}-${ordinal + 1}`

/** The fields of one signer, the first of which is the signature's. */
export function fieldsOf(
  positions: readonly Position[],
  { documentId, ordinal }: { documentId: string; ordinal: number },
): NewField[] {
  const name = fieldName(documentId, ordinal)
  if (positions.length === 0) return [{ name, kind: 'signature', page: 1, box: null }]
  return positions.map(({ page, x, y, width, height }, k) => {
    const field =
      k === 0 ? ({ name, kind: 'signature' } as const) : ({ name: `${name}-${k + 1}`, kind: 'button' } as const)
    return { ...field, page, box: { x, y, width, height } }
  })
}

const refused = (reason: string, facts: Record<string, unknown> = {}) =>
  new PortalError('PDF_REFUSED', 'This file cannot be taken in.', { facts: { Reason: reason, ...facts } })
