import { createHash, sign } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  explicit,
  implicitConstructed,
  inSetOrder,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  unsignedInteger,
  type Der,
} from '../der/write-der.ts'
import type { Identity } from './issue-certificate.ts'

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

interface SignedContent {
  readonly contentType: string
  readonly content: Der
  readonly signer: Identity
  /** Certificates to carry; none leaves the field out. */
  readonly certificates: readonly Uint8Array[]
}

/**
 * A CMS SignedData (RFC 5652 5.1, version 3) around `content`, with content-type, message-digest and ESS
 * signing-certificate-v2 (RFC 5035) signed, as RFC 3161 and RFC 5816 want it. DER of the ContentInfo.
 */
export function signContent({ contentType, content, signer, certificates }: SignedContent): Der {
  const attributes = [
    attribute(OID.contentType, objectIdentifier(contentType)),
    attribute(OID.messageDigest, octetString(sha256(content))),
    attribute(OID.signingCertificateV2, signingCertificate(signer)),
  ]
  const signature = sign('sha256', setOf(...attributes), signer.privateKey)
  const serial = unsignedInteger(Buffer.from(signer.serial, 'hex'))
  const signerInfo = sequence(
    integer(1),
    sequence(signer.issuerName, serial),
    sequence(objectIdentifier(OID.sha256)),
    implicitConstructed(0, ...inSetOrder(attributes)),
    sequence(objectIdentifier(OID.rsaEncryption), nullValue()),
    octetString(signature),
  )
  const signedData = sequence(
    integer(3),
    setOf(sequence(objectIdentifier(OID.sha256))),
    sequence(objectIdentifier(contentType), explicit(0, octetString(content))),
    ...(certificates.length === 0 ? [] : [implicitConstructed(0, ...certificates)]),
    setOf(signerInfo),
  )
  return contentInfo(signedData)
}

/** A "certs-only" CMS: no content, no signer, only certificates (RFC 5652 5.1; used by EST, RFC 7030 4.1.3). */
export function bundleCertificates(certificates: readonly Uint8Array[]): Der {
  const noContent = sequence(objectIdentifier(OID.data))
  return contentInfo(sequence(integer(1), setOf(), noContent, implicitConstructed(0, ...certificates), setOf()))
}

/** A SignedData as a complete CMS. */
export const contentInfo = (signedData: Der): Der => sequence(objectIdentifier(OID.signedData), explicit(0, signedData))

/** An attribute with one value (RFC 5652 5.3). */
export const attribute = (type: string, value: Der): Der => sequence(objectIdentifier(type), setOf(value))

/** The value of ESS signing-certificate-v2 with SHA-256 (RFC 5035 3). */
export function signingCertificate(signer: Identity): Der {
  const directoryName = sequence(explicit(4, signer.issuerName))
  const issuerSerial = sequence(directoryName, unsignedInteger(Buffer.from(signer.serial, 'hex')))
  return sequence(sequence(sequence(octetString(sha256(signer.certificate)), issuerSerial)))
}
