/**
 * Extensions as certificates, lists and their entries, OCSP answers and timestamps have them.
 *
 * What one reader takes otherwise than another lets one of them miss a critical extension. So there is one reader, and
 * nothing is repeated, left over or half a flag. A flag that says false, which DER leaves out, is read: it cannot be
 * misunderstood.
 *
 * RFC 5280 §4.1 and §4.2.
 */
import { DerCursor, DerError, type DerNode, octetsOf, oidOf, TAG } from '../der/der-reader.ts'

export interface CertificateExtension {
  readonly critical: boolean
  /** Content of extnValue: DER of the extension itself. */
  readonly value: Uint8Array
}

/** Extensions by their identifiers. */
export type Extensions = ReadonlyMap<string, CertificateExtension>

/**
 * The members of Extensions, whatever tag it has; none where it is left out.
 * @throws DerError
 */
export function readExtensions(list: DerNode | undefined): Extensions {
  const extensions = new Map<string, CertificateExtension>()
  for (const member of list ? new DerCursor(list).rest() : []) {
    const cursor = new DerCursor(member, TAG.sequence)
    const oid = oidOf(cursor.take(TAG.oid))
    if (extensions.has(oid)) throw new DerError('An extension occurs twice')
    extensions.set(oid, { critical: cursor.takeFlag(), value: octetsOf(cursor.take(TAG.octetString)) })
    cursor.end()
  }
  return extensions
}

/** Whether an extension must be understood and is not among the known ones. */
export const hasUnknownCritical = (extensions: Extensions, known: ReadonlySet<string>): boolean =>
  [...extensions].some(([oid, { critical }]) => critical && !known.has(oid))
