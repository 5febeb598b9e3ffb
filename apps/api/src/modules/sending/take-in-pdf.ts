import { createHash } from 'node:crypto'
import { MAX_DOCUMENT_PAGES, PortalError } from '@rubrica/domain'
import type { IntakeFacts, IntakePdf, NewField, NewSigner, SendOrder } from './ports.ts'

/** Every signature has one, in clear; one that no field leads to is a reason to look closer. */
const SIGNATURE_MARK = '/ByteRange'

/** A file that can be signed by everybody it is meant for. */
export interface TakenInPdf extends Pick<IntakeFacts, 'pageCount' | 'sizeOf'> {
  /** There is a signature in it, or what may be left of one. */
  readonly isSigned: boolean
  readonly base: Uint8Array
  /** The incremental update that holds the empty fields of all signers. */
  readonly tail: Uint8Array
  readonly baseDigest: Buffer
  readonly digest: Buffer
}

/**
 * Looks at a file of a stranger, takes off its encryption where the sender agreed, and makes the fields of all signers
 * in one update, while nobody of them has signed yet.
 * @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_TOO_COMPLEX, POSITION_INVALID
 */
export async function takeInPdf(
  pdf: IntakePdf,
  file: Uint8Array,
  { order, signers }: { order: SendOrder; signers: readonly NewSigner[] },
): Promise<TakenInPdf> {
  const base = await withoutEncryption(pdf, file, order.decrypt)
  const { pageCount, sizeOf, bearsSignatures } = await inspectWhole(pdf, base)
  checkPages(signers, pageCount)
  const tail = await pdf.createFields(
    base,
    signers.flatMap(({ fields }) => fields),
  )
  const hash = createHash('sha256').update(base)
  return {
    pageCount,
    sizeOf,
    isSigned: bearsSignatures,
    base,
    tail,
    baseDigest: hash.copy().digest(),
    digest: hash.update(tail).digest(),
  }
}

interface WholeFacts extends IntakeFacts {
  /** There is a signature in it, or what may be left of one. */
  readonly bearsSignatures: boolean
}

/** Looks at a file without encryption. @throws {PortalError} PDF_REFUSED, PDF_TOO_COMPLEX */
export async function inspectWhole(pdf: IntakePdf, base: Uint8Array): Promise<WholeFacts> {
  const facts = await pdf.inspect(base)
  if (facts.pageCount < 1) throw refused('NO_PAGES')
  if (facts.pageCount > MAX_DOCUMENT_PAGES) throw refused('PDF_TOO_MANY_PAGES', { Limit: MAX_DOCUMENT_PAGES })
  const isMarked = Buffer.from(base.buffer, base.byteOffset, base.length).includes(SIGNATURE_MARK)
  return { ...facts, bearsSignatures: facts.isSigned || isMarked }
}

/**
 * @param decrypt the sender's consent; without it an encrypted file is refused
 * @throws {PortalError} PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_REFUSED, PDF_TOO_COMPLEX
 */
export async function withoutEncryption(
  pdf: IntakePdf,
  file: Uint8Array,
  decrypt: SendOrder['decrypt'],
): Promise<Uint8Array> {
  const facts = await pdf.inspect(file)
  if (!facts.isEncrypted) return file
  if (facts.isSigned) throw encryptedAndSigned()
  if (!decrypt) {
    throw new PortalError('PDF_ENCRYPTED', 'The file is encrypted; it is taken only with consent to decrypt it.')
  }
  const base = await pdf.decrypt(file, decrypt.password)
  if ((await pdf.inspect(base)).isSigned) throw encryptedAndSigned()
  return base
}

const encryptedAndSigned = () =>
  new PortalError('PDF_ENCRYPTED', 'The file is encrypted and signed; decrypting it would break its signatures.', {
    facts: { Signed: true },
  })

function checkPages(signers: readonly NewSigner[], pageCount: number): void {
  for (const [index, { fields }] of signers.entries()) {
    const beyond = fields.findIndex(({ page }: NewField) => page > pageCount)
    if (beyond < 0) continue
    const path = ['signers', String(index), 'positions', String(beyond), 'page']
    const problem = `The document has only ${pageCount} pages.`
    throw new PortalError('POSITION_INVALID', problem, {
      facts: { Field: ['description', ...path].join('.'), Pages: pageCount },
      faults: [{ root: 'description', path, code: 'POSITION_INVALID', problem }],
    })
  }
}

const refused = (reason: string, facts: Record<string, unknown> = {}) =>
  new PortalError('PDF_REFUSED', 'This file cannot be taken in.', { facts: { Reason: reason, ...facts } })
