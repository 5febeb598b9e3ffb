/**
 * Returns whether a certificate is meant for signing documents, and all reasons why not.
 *
 * A person who uploads a file needs all reasons at once. Trust and revocation are checked when a document is signed.
 *
 * RFC 5280 §4.2.1.3, §4.2.1.9, §4.2.1.12; ETSI TS 119 312 (key strength).
 */
import { type KeyObject, X509Certificate } from 'node:crypto'
import { DerError } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { isIssuedBy } from './parse-certificate.ts'
import { commonNameOf, describeName } from './describe-name.ts'
import {
  type CertificateParts,
  extendedKeyUsageOf,
  isCertificateAuthority,
  keyUsageOf,
  readCertificate,
} from './read-certificate.ts'

export type UnsuitableReason =
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'IS_CA'
  | 'NO_SIGNING_KEY_USAGE'
  | 'TIMESTAMPING_ONLY'
  | 'OCSP_SIGNING_ONLY'
  | 'WEAK_KEY'
  | 'UNSUPPORTED_KEY'
  | 'CHAIN_MISMATCH'
  | 'CERTIFICATE_DAMAGED'

/** What a certificate says of itself. */
export interface CertificateFacts {
  readonly commonName: string | null
  readonly subject: string
  readonly issuer: string
  readonly issuerCommonName: string | null
  /** Lower-case hex without leading zeros. */
  readonly serialNumber: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly key: { readonly type: 'RSA' | 'EC' | 'other'; readonly bits: number; readonly curve: string | null }
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string
}

export type CertificateClass =
  | { readonly usable: true; readonly reasons: readonly []; readonly facts: CertificateFacts }
  | { readonly usable: false; readonly reasons: readonly UnsuitableReason[]; readonly facts: CertificateFacts | null }

const SIGNING_USAGE = 0x80 | 0x40
const MIN_RSA_BITS = 1900
const CURVE_BITS: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

/**
 * @param chain DER of the issuers, nearest first; may be empty when they are not known
 */
export function classifyCertificate(der: Uint8Array, chain: readonly Uint8Array[], now: Date): CertificateClass {
  let parsed: { parts: CertificateParts; x509: X509Certificate; key: KeyObject }
  try {
    const x509 = new X509Certificate(der)
    parsed = { parts: readCertificate(der), x509, key: x509.publicKey }
  } catch {
    return { usable: false, reasons: ['CERTIFICATE_DAMAGED'], facts: null }
  }
  try {
    const facts = describeCertificate(parsed.parts, parsed.x509, parsed.key)
    const reasons = [
      ...findTimeReasons(parsed.parts, now),
      ...findPurposeReasons(parsed.parts),
      ...findKeyReasons(facts.key),
      ...findChainReasons(parsed.x509, chain),
    ]
    return reasons.length === 0 ? { usable: true, reasons: [], facts } : { usable: false, reasons, facts }
  } catch (error) {
    if (error instanceof DerError) return { usable: false, reasons: ['CERTIFICATE_DAMAGED'], facts: null }
    throw error
  }
}

function describeCertificate(parts: CertificateParts, x509: X509Certificate, key: KeyObject): CertificateFacts {
  return {
    commonName: commonNameOf(parts.subject),
    subject: describeName(parts.subject),
    issuer: describeName(parts.issuer),
    issuerCommonName: commonNameOf(parts.issuer),
    serialNumber: x509.serialNumber.toLowerCase().replace(/^0+(?=.)/, ''),
    notBefore: parts.notBefore,
    notAfter: parts.notAfter,
    key: describeKey(key),
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}

function describeKey(key: KeyObject): CertificateFacts['key'] {
  const type = key.asymmetricKeyType
  const details = key.asymmetricKeyDetails
  if (type === 'rsa' || type === 'rsa-pss') return { type: 'RSA', bits: details?.modulusLength ?? 0, curve: null }
  const curve = details?.namedCurve ?? null
  if (type === 'ec') return { type: 'EC', bits: CURVE_BITS[curve ?? ''] ?? 0, curve }
  return { type: 'other', bits: 0, curve: null }
}

function findTimeReasons({ notBefore, notAfter }: CertificateParts, now: Date): UnsuitableReason[] {
  if (now > notAfter) return ['EXPIRED']
  return now < notBefore ? ['NOT_YET_VALID'] : []
}

function findPurposeReasons(parts: CertificateParts): UnsuitableReason[] {
  const reasons: UnsuitableReason[] = []
  const usage = keyUsageOf(parts)
  const purposes = extendedKeyUsageOf(parts)
  if (isCertificateAuthority(parts)) reasons.push('IS_CA')
  if (usage !== null && !(usage & SIGNING_USAGE)) reasons.push('NO_SIGNING_KEY_USAGE')
  if (isOnly(purposes, OID.ekuTimeStamping)) reasons.push('TIMESTAMPING_ONLY')
  if (isOnly(purposes, OID.ekuOcspSigning)) reasons.push('OCSP_SIGNING_ONLY')
  return reasons
}

const isOnly = (purposes: readonly string[] | null, purpose: string): boolean =>
  purposes !== null && purposes.length > 0 && purposes.every((one) => one === purpose)

function findKeyReasons({ type, bits }: CertificateFacts['key']): UnsuitableReason[] {
  if (type === 'RSA') return bits < MIN_RSA_BITS ? ['WEAK_KEY'] : []
  return type === 'EC' && bits > 0 ? [] : ['UNSUPPORTED_KEY']
}

/** The first certificate of the chain must have issued this one. */
function findChainReasons(certificate: X509Certificate, chain: readonly Uint8Array[]): UnsuitableReason[] {
  const issuer = chain[0]
  if (!issuer) return []
  return isIssuedBy(certificate, new X509Certificate(issuer)) ? [] : ['CHAIN_MISMATCH']
}
