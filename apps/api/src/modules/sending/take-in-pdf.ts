import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { MAX_DOCUMENT_PAGES, PortalError } from '@rubrica/domain'
import type { PageImages } from '../pending-documents/ports.ts'
import { findPlaces, placesInNumbers } from './find-places.ts'
import type { FactsWithFields, IntakeFacts, IntakePdf } from './intake/ports.ts'
import type { NewField, Position, SendOrder } from './ports.ts'

/** Every signature has one, in clear; one that no field leads to is a reason to look closer. */
const SIGNATURE_MARK = '/ByteRange'

/** A file that can be signed by everybody it is meant for. */
export interface TakenInPdf extends Pick<IntakeFacts, 'pageCount' | 'sizeOf'> {
  /** There is a signature in it, or what may be left of one. */
  readonly isSigned: boolean
  readonly base: Uint8Array
  /** It is kept as it came. */
  readonly isAsSent: boolean
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
  bytes: Uint8Array,
  { order, documentId }: { order: SendOrder; documentId: string },
): Promise<TakenInPdf> {
  const file = pdf.share(bytes)
  const fieldsAt = (places: readonly (readonly Position[])[]) =>
    places.map((positions, index) => fieldsOf(positions, { documentId, ordinal: index }))
  const named = placesInNumbers(order)
  const fieldsKnown = named && fieldsAt(named).flat()
  const [whole, fileHash] = await Promise.all([
    inspectWhole(pdf, file, { decrypt: order.decrypt, fields: fieldsKnown ?? [] }),
    hashSoon(file),
  ])
  const { base, pageCount, sizeOf, bearsSignatures } = whole
  const places = named ?? (await findPlaces({ images, key: `intake:${documentId}`, base, pageCount, sizeOf }, order))
  checkPages(places, pageCount)
  const fields = fieldsAt(places)
  const [tail, hash] = await Promise.all([
    fieldsKnown ? whole.createFields() : pdf.createFields(base, fields.flat()),
    base === file ? fileHash : hashSoon(base),
  ])
  return {
    pageCount,
    sizeOf,
    isSigned: bearsSignatures,
    base,
    isAsSent: base === file,
    fields,
    tail,
    baseDigest: hash.copy().digest(),
    digest: hash.update(tail).digest(),
  }
}

/** Hashes in this thread once the other one has been given its work. */
async function hashSoon(bytes: Uint8Array): Promise<Hash> {
  await setImmediate()
  return createHash('sha256').update(bytes)
}

async function isMarkedSoon(bytes: Uint8Array): Promise<boolean> {
  await setImmediate()
  return isMarkedAsSigned(bytes)
}

const isMarkedAsSigned = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(SIGNATURE_MARK)

interface WholeFacts extends FactsWithFields {
  /** The file without its encryption. */
  readonly base: Uint8Array
  /** There is a signature in it, or what may be left of one. */
  readonly bearsSignatures: boolean
  readonly wasEncrypted: boolean
}

interface HowToLook {
  /** The sender's consent; without it an encrypted file is refused. */
  readonly decrypt: SendOrder['decrypt']
  /** What `createFields` makes. */
  readonly fields: readonly NewField[]
}

/**
 * Looks at a file, and at what its encryption hid.
 * @param file as `pdf.share` gives it
 * @throws {PortalError} PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_REFUSED, PDF_TOO_COMPLEX
 */
export async function inspectWhole(pdf: IntakePdf, file: Uint8Array, how: HowToLook): Promise<WholeFacts> {
  const [seen, isFileMarked] = await Promise.all([pdf.inspectWithFields(file, how.fields), isMarkedSoon(file)])
  const { base, facts } = seen.isEncrypted ? await decrypted(pdf, { ...how, file, seen }) : { base: file, facts: seen }
  if (facts.pageCount < 1) throw refused('NO_PAGES')
  if (facts.pageCount > MAX_DOCUMENT_PAGES) throw refused('PDF_TOO_MANY_PAGES', { Limit: MAX_DOCUMENT_PAGES })
  const isMarked = base === file ? isFileMarked : isMarkedAsSigned(base)
  return { ...facts, base, bearsSignatures: facts.isSigned || isMarked, wasEncrypted: seen.isEncrypted }
}

interface EncryptedFile extends HowToLook {
  readonly file: Uint8Array
  readonly seen: IntakeFacts
}

async function decrypted(pdf: IntakePdf, { file, seen, decrypt, fields }: EncryptedFile) {
  if (seen.isSigned) throw encryptedAndSigned()
  if (!decrypt) {
    throw new PortalError('PDF_ENCRYPTED', 'The file is encrypted; it is taken only with consent to decrypt it.')
  }
  const base = pdf.share(await pdf.decrypt(file, decrypt.password))
  const facts = await pdf.inspectWithFields(base, fields)
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

/**
 * Unlike any other field of the file, and the same each time it is asked for: the end of an id is chance alone. A period
 * would make a hierarchy.
 */
const fieldName = (documentId: string, ordinal: number) => `Rubrica-${documentId.slice(-8)}-${ordinal + 1}`

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
