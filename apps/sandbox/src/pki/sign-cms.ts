import { createHash } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  explicit,
  implicitConstructed,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  type Der,
} from '../der/write-der.ts'
import type { Identity } from './issue-certificate.ts'
import { attribute, digestAlgorithm, signerInfo, signingCertificate } from './signer-info.ts'

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
    attribute(OID.messageDigest, octetString(createHash('sha256').update(content).digest())),
    attribute(OID.signingCertificateV2, signingCertificate(signer)),
  ]
  const signedData = sequence(
    integer(3),
    setOf(digestAlgorithm('sha256')),
    sequence(objectIdentifier(contentType), explicit(0, octetString(content))),
    ...(certificates.length === 0 ? [] : [implicitConstructed(0, ...certificates)]),
    setOf(signerInfo({ signer, hash: 'sha256', attributes })),
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
