/**
 * Detached CMS for tests, right or odd in one chosen way.
 *
 * RFC 5652 §5.
 */
import { constants, createHash, sign } from 'node:crypto'
import {
  concatBytes,
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from '../src/der/der-writer.ts'
import { OID } from '../src/der/object-identifiers.ts'
import { encodeAttribute, encodeSigningCertificateV2 } from '../src/cms/signed-attributes.ts'
import { readCertificate } from '../src/certificates/read-certificate.ts'
import type { TestSigner } from './make-test-signer.ts'

export interface TestCmsPlan {
  readonly hash?: 'md5' | 'sha1' | 'sha256'
  /** False: the signature is over the content itself. */
  readonly hasAttributes?: boolean
  /** RSA-PSS with a salt of so many octets; for RSA keys and SHA-256. */
  readonly salt?: number
  /** ECDSA as BSI TR-03111 has it, with SHA-256. */
  readonly isPlain?: boolean
  /** Whose certificate the signing-certificate attribute names; null leaves it out. */
  readonly names?: Uint8Array | null
  readonly isSorted?: boolean
  /** Signs the attributes in the order of DER, whatever the order in which they are sent. */
  readonly signsSorted?: boolean
  /** BER: the outer elements have no length. */
  readonly isIndefinite?: boolean
  readonly signers?: number
  /** What stands inside instead of nothing. */
  readonly content?: Uint8Array
  readonly certificates?: readonly Uint8Array[]
  /** Whole attributes that are signed, too. */
  readonly attributes?: readonly Uint8Array[]
  /** Whole attributes that are not. */
  readonly unsigned?: (signature: Uint8Array) => readonly Uint8Array[]
}

const HASHES = { md5: '1.2.840.113549.2.5', sha1: OID.sha1, sha256: OID.sha256 } as const
const ECDSA = { md5: OID.ecPublicKey, sha1: OID.ecdsaWithSha1, sha256: OID.ecdsaWithSha256 } as const

const PLAIN_ECDSA_WITH_SHA256 = '0.4.0.127.0.7.1.1.4.1.3'

/** ContentInfo over `message` by an EC or RSA key. */
export function makeTestCms(signer: TestSigner, message: Uint8Array, plan: TestCmsPlan = {}): Uint8Array {
  const { hash = 'sha256', signers = 1, isIndefinite = false } = plan
  const digestAlgorithm = encodeSequence(encodeOid(HASHES[hash]), encodeNull())
  const signerInfo = encodeSignerInfo(signer, plan.content ?? message, plan)
  const content = plan.content ? [encodeExplicit(0, encodeOctetString(plan.content))] : []
  const wrap = isIndefinite ? encodeIndefinite : encodeElement
  const signedData = wrap(
    0x30,
    encodeUnsignedInteger(1),
    encodeSetOf([digestAlgorithm]),
    encodeSequence(encodeOid(OID.data), ...content),
    encodeSetOf([...(plan.certificates ?? [signer.certificate, ...signer.chain])], 0xa0),
    encodeElement(0x31, ...Array.from({ length: signers }, () => signerInfo)),
  )
  return wrap(0x30, encodeOid(OID.signedData), wrap(0xa0, signedData))
}

const encodeIndefinite = (tag: number, ...members: readonly Uint8Array[]): Uint8Array =>
  concatBytes([Uint8Array.of(tag, 0x80), ...members, Uint8Array.of(0, 0)])

function encodeSignerInfo(signer: TestSigner, message: Uint8Array, plan: TestCmsPlan): Uint8Array {
  const hash = plan.hash ?? 'sha256'
  const attributes = encodeAttributes(signer, message, plan)
  const signed =
    plan.signsSorted && attributes ? encodeAttributes(signer, message, { ...plan, isSorted: true }) : attributes
  const padding = plan.salt === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: plan.salt }
  const dsaEncoding = plan.isPlain ? 'ieee-p1363' : 'der'
  const signature = sign(hash, signed ?? message, { key: signer.privateKey, dsaEncoding, ...padding })
  const unsigned = plan.unsigned?.(signature) ?? []
  const { issuer, serialNumber } = readCertificate(signer.certificate)
  return encodeSequence(
    encodeUnsignedInteger(1),
    encodeSequence(issuer, serialNumber),
    encodeSequence(encodeOid(HASHES[hash]), encodeNull()),
    ...(attributes ? [concatBytes([Uint8Array.of(0xa0), attributes.subarray(1)])] : []),
    plan.isPlain ? encodeSequence(encodeOid(PLAIN_ECDSA_WITH_SHA256)) : signatureAlgorithm(signer, hash, plan.salt),
    encodeOctetString(signature),
    ...(unsigned.length === 0 ? [] : [encodeSetOf(unsigned, 0xa1)]),
  )
}

function signatureAlgorithm({ privateKey }: TestSigner, hash: keyof typeof ECDSA, salt?: number): Uint8Array {
  if (privateKey.asymmetricKeyType === 'ec') return encodeSequence(encodeOid(ECDSA[hash]))
  if (salt === undefined) return encodeSequence(encodeOid(OID.rsaEncryption), encodeNull())
  const digest = encodeSequence(encodeOid(HASHES[hash]), encodeNull())
  const mask = encodeSequence(encodeOid(OID.mgf1), digest)
  const parts = [digest, mask, encodeUnsignedInteger(salt)].map((part, index) => encodeExplicit(index, part))
  return encodeSequence(encodeOid(OID.rsassaPss), encodeSequence(...parts))
}

function encodeAttributes(signer: TestSigner, message: Uint8Array, plan: TestCmsPlan): Uint8Array | null {
  const { hash = 'sha256', names = signer.certificate, attributes = [] } = plan
  if (plan.hasAttributes === false) return null
  const members = [
    encodeAttribute(OID.contentType, encodeOid(OID.data)),
    encodeAttribute(OID.messageDigest, encodeOctetString(createHash(hash).update(message).digest())),
    ...(names === null ? [] : [encodeAttribute(OID.signingCertificateV2, encodeSigningCertificateV2(names))]),
    ...attributes,
  ]
  return plan.isSorted === false ? encodeElement(0x31, ...members.toReversed()) : encodeSetOf(members)
}
