/**
 * Reads the numbers by which a certificate says whom it is for.
 *
 * Difficulty: low. Each counts only where it stands once: of two nobody could say which holds.
 *
 * ETSI EN 319 412-1 §5.1.3 (serialNumber of natural persons) and §5.1.4 (organizationIdentifier).
 */
import { DerError } from '../cms/der-reader.ts'
import { OID } from '../cms/object-identifiers.ts'
import { attributesOf } from './describe-name.ts'
import { readCertificate } from './read-certificate.ts'

/** As they stand in the subject; null where there is none, or several. */
export interface SubjectIdentifiers {
  /** Of a person, such as IDCES-12345678Z. */
  readonly serialNumber: string | null
  /** Of an organisation, such as VATES-B12345674. */
  readonly organizationIdentifier: string | null
}

/** Never throws: what cannot be read identifies nobody. */
export function readSubjectIdentifiers(der: Uint8Array): SubjectIdentifiers {
  try {
    const attributes = attributesOf(readCertificate(der).subject).flat()
    const all = (oid: string) => attributes.filter((attribute) => attribute.oid === oid).map(({ value }) => value)
    const only = ([value, ...others]: readonly string[]) => (others.length === 0 ? (value ?? null) : null)
    const people = all(OID.subjectSerialNumber)
    // Of whom it is not clear is nevertheless not of the organisation itself.
    const organisations = people.length > 1 ? [] : all(OID.organizationIdentifier)
    return { serialNumber: only(people), organizationIdentifier: only(organisations) }
  } catch (error) {
    if (error instanceof DerError) return { serialNumber: null, organizationIdentifier: null }
    throw error
  }
}
