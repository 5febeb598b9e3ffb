import { createHash, sign } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  certificateTime,
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
import { attribute, contentInfo, signingCertificate } from './sign-cms.ts'

const DIGESTS = {
  sha256: { digest: OID.sha256, ecdsa: OID.ecdsaWithSha256 },
  sha384: { digest: OID.sha384, ecdsa: OID.ecdsaWithSha384 },
  sha512: { digest: OID.sha512, ecdsa: OID.ecdsaWithSha512 },
} as const
export type DetachedHash = keyof typeof DIGESTS

export interface DetachedPlan {
  /** Of the content, by `hash`. */
  readonly digest: Uint8Array
  readonly hash: DetachedHash
  readonly signer: Identity
  /** DER of every certificate that the CMS carries. */
  readonly certificates: readonly Uint8Array[]
  /** A signing-time attribute, which PAdES baseline forbids (EN 319 142-1 6.3) and CAdES baseline wants. */
  readonly signingTime?: Date | undefined
  /** Makes a TimeStampToken over the SHA-256 digest of the signature. */
  readonly stamp?: ((digest: Uint8Array) => Der) | undefined
}

/** A detached CMS (RFC 5652 5.2) over content of which only the digest is known: CAdES-BES, with a time-stamp CAdES-T. */
export function signDetached(plan: DetachedPlan): Der {
  const { hash, signer, certificates, stamp } = plan
  const attributes = listAttributes(plan)
  const signature = sign(hash, setOf(...attributes), signer.privateKey)
  const serial = unsignedInteger(Buffer.from(signer.serial, 'hex'))
  const token = stamp?.(createHash('sha256').update(signature).digest())
  const signerInfo = sequence(
    integer(1),
    sequence(signer.issuerName, serial),
    sequence(objectIdentifier(DIGESTS[hash].digest)),
    implicitConstructed(0, ...inSetOrder(attributes)),
    signatureAlgorithm(signer, hash),
    octetString(signature),
    ...(token === undefined ? [] : [implicitConstructed(1, attribute(OID.timeStampToken, token))]),
  )
  return contentInfo(
    sequence(
      integer(1),
      setOf(sequence(objectIdentifier(DIGESTS[hash].digest))),
      sequence(objectIdentifier(OID.data)),
      implicitConstructed(0, ...inSetOrder(certificates)),
      setOf(signerInfo),
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

function signatureAlgorithm({ privateKey }: Identity, hash: DetachedHash): Der {
  return privateKey.asymmetricKeyType === 'ec'
    ? sequence(objectIdentifier(DIGESTS[hash].ecdsa))
    : sequence(objectIdentifier(OID.rsaEncryption), nullValue())
}
