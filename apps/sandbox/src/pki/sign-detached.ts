import { createHash } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  certificateTime,
  implicitConstructed,
  inSetOrder,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  type Der,
} from '../der/write-der.ts'
import type { Identity } from './issue-certificate.ts'
import { contentInfo } from './sign-cms.ts'
import { attribute, digestAlgorithm, signerInfo, signingCertificate, type CmsHash } from './signer-info.ts'

export interface DetachedPlan {
  /** Of the content, by `hash`. */
  readonly digest: Uint8Array
  readonly hash: CmsHash
  readonly signer: Identity
  /** DER of every certificate that the CMS carries. */
  readonly certificates: readonly Uint8Array[]
  /** A signing-time attribute, which PAdES baseline forbids (EN 319 142-1 6.3) and CAdES baseline wants. */
  readonly signingTime?: Date | undefined
  /** Makes a TimeStampToken over the SHA-256 digest of the signature. */
  readonly stamp?: ((digest: Uint8Array) => Der) | undefined
}

/**
 * A detached CMS (RFC 5652 5.2) over content of which only the digest is known: CAdES-BES, with a time-stamp CAdES-T.
 */
export function signDetached(plan: DetachedPlan): Der {
  const { hash, signer, certificates, stamp } = plan
  const unsigned = (signature: Uint8Array): Der[] => {
    const token = stamp?.(createHash('sha256').update(signature).digest())
    return token === undefined ? [] : [attribute(OID.timeStampToken, token)]
  }
  return contentInfo(
    sequence(
      integer(1),
      setOf(digestAlgorithm(hash)),
      sequence(objectIdentifier(OID.data)),
      implicitConstructed(0, ...inSetOrder(certificates)),
      setOf(signerInfo({ signer, hash, attributes: listAttributes(plan), unsigned })),
    ),
  )
}

function listAttributes({ digest, signer, signingTime }: DetachedPlan): Der[] {
  return [
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, octetString(digest)),
    attribute(OID.signingCertificateV2, signingCertificate(signer)),
    ...(signingTime === undefined ? [] : [attribute(OID.signingTime, certificateTime(signingTime))]),
  ]
}
