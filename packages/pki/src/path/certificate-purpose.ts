/**
 * Whether the certificate at the end of a path is made for what it was used for.
 *
 * RFC 5280 §4.2.1.3 and §4.2.1.12, RFC 3161 §2.3, RFC 6960 §4.2.2.2, RFC 9336 §3 (a certificate for documents need not
 * say so).
 */
import { OID } from '../der/object-identifiers.ts'
import type { CertificatePurpose } from './certificate-verdict.ts'
import type { PathCertificate } from './path-certificate.ts'
import { KEY_USAGE } from './path-extensions.ts'

const SIGNING = KEY_USAGE.digitalSignature | KEY_USAGE.nonRepudiation
const OTHER_SERVICES: ReadonlySet<string> = new Set([OID.ekuTimeStamping, OID.ekuOcspSigning])

export type PurposeFault = 'KEY_USAGE' | 'PURPOSE'

export function findPurposeFault({ extensions }: PathCertificate, purpose: CertificatePurpose): PurposeFault | null {
  if (purpose === 'any') return null
  const { keyUsage, purposes } = extensions
  if (keyUsage !== null && !(keyUsage & SIGNING)) return 'KEY_USAGE'
  return hasPurpose(purposes, purpose) ? null : 'PURPOSE'
}

function hasPurpose(
  purposes: PathCertificate['extensions']['purposes'],
  purpose: Exclude<CertificatePurpose, 'any'>,
): boolean {
  switch (purpose) {
    case 'timestamping':
      return purposes?.critical === true && purposes.oids.length === 1 && purposes.oids[0] === OID.ekuTimeStamping
    case 'ocsp-signing':
      return purposes?.oids.includes(OID.ekuOcspSigning) === true
    case 'document-signing':
      return !purposes || purposes.oids.some((oid) => !OTHER_SERVICES.has(oid))
  }
}
