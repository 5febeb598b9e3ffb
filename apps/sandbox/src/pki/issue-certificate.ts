import { randomBytes, sign, type KeyObject } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import { readDer } from '../der/read-der.ts'
import {
  bitString,
  certificateTime,
  explicit,
  integer,
  nullValue,
  objectIdentifier,
  sequence,
  unsignedInteger,
  type Der,
} from '../der/write-der.ts'
import { authorityKeyIdentifier, subjectKeyIdentifier } from './encode-extensions.ts'
import { keyIdentifierOf, readCertificate, readPublicKeyBits, type CertificateFacts } from './read-certificate.ts'

/** A certificate with the private key that belongs to it. */
export interface Identity extends CertificateFacts {
  readonly privateKey: KeyObject
}

/**
 * What is to be certified. `publicKey` is a DER SubjectPublicKeyInfo; `extensions` go after the two key identifiers.
 */
export interface CertificatePlan {
  readonly subjectName: Der
  readonly publicKey: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  readonly extensions: readonly Der[]
}

/** Whose name and key stand under a certificate; a self-signed one passes its own. */
export interface CertificateIssuer {
  readonly subjectName: Uint8Array
  readonly keyIdentifier: Uint8Array
  readonly privateKey: KeyObject
}

/** Issues an X.509 v3 certificate (RFC 5280 4.1) with a random 126-bit serial number, signed with RSA and SHA-256. */
export function issueCertificate(issuer: CertificateIssuer, plan: CertificatePlan): CertificateFacts {
  const keyIdentifier = keyIdentifierOf(readPublicKeyBits(readDer(plan.publicKey)))
  const extensions = sequence(
    subjectKeyIdentifier(keyIdentifier),
    authorityKeyIdentifier(issuer.keyIdentifier),
    ...plan.extensions,
  )
  const tbs = sequence(
    explicit(0, integer(2)),
    randomSerial(),
    sha256WithRsa(),
    issuer.subjectName,
    sequence(certificateTime(plan.notBefore), certificateTime(plan.notAfter)),
    plan.subjectName,
    plan.publicKey,
    explicit(3, extensions),
  )
  return readCertificate(signStructure(tbs, issuer.privateKey))
}

/** The common form of certificates, CRLs and OCSP answers: the data, the algorithm, the signature as a BIT STRING. */
export function signStructure(data: Der, privateKey: KeyObject, ...extra: readonly Der[]): Der {
  return sequence(data, sha256WithRsa(), bitString(sign('sha256', data, privateKey)), ...extra)
}

export const sha256WithRsa = (): Der => sequence(objectIdentifier(OID.sha256WithRsa), nullValue())

/** A positive serial number of sixteen octets that nobody can guess. */
function randomSerial(): Der {
  const octets = randomBytes(16)
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40
  return unsignedInteger(octets)
}
