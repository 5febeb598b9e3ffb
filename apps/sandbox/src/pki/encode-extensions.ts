import { OID } from '../der/object-identifiers.ts'
import {
  booleanTrue,
  explicit,
  implicitConstructed,
  implicitPrimitive,
  integer,
  namedBits,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  type Der,
} from '../der/write-der.ts'
import { mailName, uriName } from './encode-name.ts'

/** One extension of a certificate or CRL (RFC 5280 4.2). */
export function encodeExtension(type: string, value: Der, critical = false): Der {
  return sequence(objectIdentifier(type), ...(critical ? [booleanTrue()] : []), octetString(value))
}

/** Bits of keyUsage (RFC 5280 4.2.1.3). */
export const KEY_USAGE = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  keyCertSign: 5,
  crlSign: 6,
} as const

export const keyUsage = (...bits: readonly number[]): Der => encodeExtension(OID.keyUsage, namedBits(bits), true)

/** basicConstraints of an authority; without `pathLength` any number of authorities may follow. */
export function authorityConstraints(pathLength?: number): Der {
  const limit = pathLength === undefined ? [] : [integer(pathLength)]
  return encodeExtension(OID.basicConstraints, sequence(booleanTrue(), ...limit), true)
}

export const endEntityConstraints = (): Der => encodeExtension(OID.basicConstraints, sequence())

export const subjectKeyIdentifier = (identifier: Uint8Array): Der =>
  encodeExtension(OID.subjectKeyIdentifier, octetString(identifier))

export const authorityKeyIdentifier = (identifier: Uint8Array): Der =>
  encodeExtension(OID.authorityKeyIdentifier, sequence(implicitPrimitive(0, identifier)))

/** The only purpose of a service's key; critical, as RFC 3161 2.3 wants it for time-stamps. */
export const solePurpose = (purpose: string): Der =>
  encodeExtension(OID.extendedKeyUsage, sequence(objectIdentifier(purpose)), true)

/** id-pkix-ocsp-nocheck: nobody need ask for the responder's own revocation (RFC 6960 4.2.2.2.1). */
export const ocspNoCheck = (): Der => encodeExtension(OID.ocspNoCheck, nullValue())

export const subjectMail = (address: string): Der => encodeExtension(OID.subjectAltName, sequence(mailName(address)))

/** Where the issuer's certificate and its OCSP responder are. */
export function authorityInfoAccess(issuerAddress: string, ocspAddress: string | undefined): Der {
  const access = (method: string, address: string): Der => sequence(objectIdentifier(method), uriName(address))
  const ocsp = ocspAddress === undefined ? [] : [access(OID.accessOcsp, ocspAddress)]
  return encodeExtension(OID.authorityInfoAccess, sequence(...ocsp, access(OID.accessCaIssuers, issuerAddress)))
}

export function crlDistributionPoint(address: string): Der {
  const fullName = implicitConstructed(0, uriName(address))
  return encodeExtension(OID.crlDistributionPoints, sequence(sequence(explicit(0, fullName))))
}
