/**
 * Finds the certificate that a SignerInfo names (EN 319 102-1 clause 5.2.3).
 *
 * Some writers encode the issuer's name otherwise than the certificate does, so the serial number alone may name it;
 * the signature then has to hold with its key.
 *
 * RFC 5035 §5.4, RFC 2634 §5.4.
 */
import { createHash } from 'node:crypto'
import {
  type CertificateParts,
  DerCursor,
  DerError,
  type DerNode,
  equalBytes,
  octetsOf,
  OID,
  readCertificate,
  subjectKeyIdentifierOf,
  TAG,
} from '@rubrica/pki'
import { nameDigest } from './name-algorithms.ts'
import { type CmsSigner, onlyValue } from './read-cms.ts'

/** DER of the certificate; null when `pool` does not have it. */
export function findSigner(signer: CmsSigner, pool: readonly Uint8Array[]): Uint8Array | null {
  const parsed = pool.flatMap(parse)
  const named = parsed.find((certificate) => isNamed(signer, certificate))
  return (named ?? parsed.find((certificate) => hasSerialNumber(signer, certificate)))?.der ?? null
}

function parse(der: Uint8Array): CertificateParts[] {
  try {
    return [readCertificate(der)]
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}

function isNamed({ identifier }: CmsSigner, certificate: CertificateParts): boolean {
  if ('keyIdentifier' in identifier) {
    const own = attempt(() => subjectKeyIdentifierOf(certificate))
    return own !== null && equalBytes(own, identifier.keyIdentifier)
  }
  const { issuer, serialNumber } = identifier
  return equalBytes(certificate.serialNumber, serialNumber) && equalBytes(certificate.issuer, issuer)
}

const hasSerialNumber = ({ identifier }: CmsSigner, { serialNumber }: CertificateParts): boolean =>
  'serialNumber' in identifier && equalBytes(serialNumber, identifier.serialNumber)

/** Whether signing-certificate(-v2) is there and names this certificate first: `absent`, `other` or `named`. */
export function readCertificateReference(signer: CmsSigner, certificate: Uint8Array): 'absent' | 'other' | 'named' {
  const references = [
    { type: OID.signingCertificateV2, digest: 'sha256' },
    { type: OID.signingCertificate, digest: 'sha1' },
  ].filter(({ type }) => signer.signed.has(type))
  if (references.length === 0) return 'absent'
  const isNamedByAll = references.every(({ type, digest }) => {
    const value = onlyValue(signer.signed, type)
    return value !== null && attempt(() => namesFirst(value, certificate, digest)) === true
  })
  return isNamedByAll ? 'named' : 'other'
}

function namesFirst(value: DerNode, certificate: Uint8Array, defaultDigest: string): boolean {
  const entries = new DerCursor(new DerCursor(value, TAG.sequence).take(TAG.sequence))
  const entry = new DerCursor(entries.take(TAG.sequence))
  const algorithm = entry.takeIf(TAG.sequence)
  const digest = algorithm ? nameDigest(algorithm.bytes) : defaultDigest
  if (digest === null) return false
  return equalBytes(octetsOf(entry.take(TAG.octetString)), createHash(digest).update(certificate).digest())
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}
