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

const DIGESTS = {
  sha256: { digest: OID.sha256, ecdsa: OID.ecdsaWithSha256 },
  sha384: { digest: OID.sha384, ecdsa: OID.ecdsaWithSha384 },
  sha512: { digest: OID.sha512, ecdsa: OID.ecdsaWithSha512 },
} as const
export type CmsHash = keyof typeof DIGESTS

interface SignerInfoPlan {
  readonly signer: Identity
  readonly hash: CmsHash
  /** Signed, in whatever order. */
  readonly attributes: readonly Der[]
  /** Attributes that are not signed, made once the signature is there. */
  readonly unsigned?: (signature: Uint8Array) => readonly Der[]
}

/** A SignerInfo (RFC 5652 5.3, version 1) that names its certificate by issuer and serial number. */
export function signerInfo({ signer, hash, attributes, unsigned = () => [] }: SignerInfoPlan): Der {
  const signature = sign(hash, setOf(...attributes), signer.privateKey)
  const notSigned = unsigned(signature)
  return sequence(
    integer(1),
    sequence(signer.issuerName, unsignedInteger(Buffer.from(signer.serial, 'hex'))),
    digestAlgorithm(hash),
    implicitConstructed(0, ...inSetOrder(attributes)),
    signatureAlgorithm(signer, hash),
    octetString(signature),
    ...(notSigned.length === 0 ? [] : [implicitConstructed(1, ...inSetOrder(notSigned))]),
  )
}

/** The AlgorithmIdentifier of a digest. */
export const digestAlgorithm = (hash: CmsHash): Der => sequence(objectIdentifier(DIGESTS[hash].digest))

function signatureAlgorithm({ privateKey }: Identity, hash: CmsHash): Der {
  return privateKey.asymmetricKeyType === 'ec'
    ? sequence(objectIdentifier(DIGESTS[hash].ecdsa))
    : sequence(objectIdentifier(OID.rsaEncryption), nullValue())
}

/** An attribute with one value (RFC 5652 5.3). */
export const attribute = (type: string, value: Der): Der => sequence(objectIdentifier(type), setOf(value))

/** The value of ESS signing-certificate-v2 with SHA-256 (RFC 5035 3). */
export function signingCertificate(signer: Identity): Der {
  const directoryName = sequence(explicit(4, signer.issuerName))
  const issuerSerial = sequence(directoryName, unsignedInteger(Buffer.from(signer.serial, 'hex')))
  const hash = createHash('sha256').update(signer.certificate).digest()
  return sequence(sequence(sequence(octetString(hash), issuerSerial)))
}
