/**
 * Timestamp tokens and replies for tests, right or wrong in one chosen way.
 *
 * RFC 3161 §2.4.2.
 */
import { createHash, randomBytes, sign } from 'node:crypto'
import {
  concatBytes,
  encodeElement,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from '../src/der/der-writer.ts'
import { childrenOf, DerCursor, octetsOf, readDer } from '../src/der/der-reader.ts'
import { digestOf, encodeDigestAlgorithm } from '../src/algorithms/digest-algorithms.ts'
import { OID } from '../src/der/object-identifiers.ts'
import { encodeSignatureAlgorithm } from '../src/algorithms/signature-algorithms.ts'
import { encodeAttribute, encodeSigningCertificateV2 } from '../src/cms/signed-attributes.ts'
import { readCertificate } from '../src/certificates/read-certificate.ts'
import type { TestSigner } from './make-test-signer.ts'

export interface TokenContent {
  /** Digest in the imprint (SHA-256). */
  readonly imprint: Uint8Array
  readonly nonce?: Uint8Array
  readonly time?: Date
  /** Of TSTInfo, where only 1 exists. */
  readonly version?: number
  /** Whole Extension elements. */
  readonly extensions?: readonly Uint8Array[]
}

/** TimeStampToken signed by `authority` (an EC key). */
export function makeTestToken(authority: TestSigner, content: TokenContent): Uint8Array {
  const info = encodeTimestampInfo(content)
  const attributes = encodeSetOf([
    encodeAttribute(OID.contentType, encodeOid(OID.tstInfo)),
    encodeAttribute(OID.messageDigest, encodeOctetString(digestOf('SHA-256', info))),
    encodeAttribute(OID.signingCertificateV2, encodeSigningCertificateV2(authority.certificate)),
  ])
  const { issuer, serialNumber } = readCertificate(authority.certificate)
  const signerInfo = encodeSequence(
    encodeUnsignedInteger(1),
    encodeSequence(issuer, serialNumber),
    encodeDigestAlgorithm('SHA-256'),
    concatBytes([Uint8Array.of(0xa0), attributes.subarray(1)]),
    encodeSignatureAlgorithm('ECDSA', 'SHA-256'),
    encodeOctetString(sign('sha256', attributes, authority.privateKey)),
  )
  const signedData = encodeSequence(
    encodeUnsignedInteger(3),
    encodeSetOf([encodeDigestAlgorithm('SHA-256')]),
    encodeSequence(encodeOid(OID.tstInfo), encodeExplicit(0, encodeOctetString(info))),
    encodeSetOf([authority.certificate, ...authority.chain], 0xa0),
    encodeSetOf([signerInfo]),
  )
  return encodeSequence(encodeOid(OID.signedData), encodeExplicit(0, signedData))
}

function encodeTimestampInfo(content: TokenContent): Uint8Array {
  const { imprint, nonce, time = new Date(), version = 1, extensions = [] } = content
  const digits = time.toISOString().replace(/\.\d+|[-:T]/g, '')
  return encodeSequence(
    encodeUnsignedInteger(version),
    encodeOid('1.3.6.1.4.1.55555.1'),
    encodeSequence(encodeDigestAlgorithm('SHA-256'), encodeOctetString(imprint)),
    encodeUnsignedInteger(randomBytes(8)),
    encodeElement(0x18, Buffer.from(digits)),
    ...(nonce ? [encodeUnsignedInteger(nonce)] : []),
    ...(extensions.length > 0 ? [encodeElement(0xa1, concatBytes(extensions))] : []),
  )
}

/** What a TimeStampReq asks for. */
export function readTestQuery(query: Uint8Array): Required<Pick<TokenContent, 'imprint' | 'nonce'>> {
  const cursor = new DerCursor(readDer(query))
  cursor.take()
  const imprint = childrenOf(cursor.take())[1]
  if (!imprint) throw new Error('The query has no imprint')
  return { imprint: octetsOf(imprint), nonce: cursor.take(0x02).content }
}

/** TimeStampResp. */
export const makeTestReply = (status: number, token?: Uint8Array): Uint8Array =>
  encodeSequence(encodeSequence(encodeUnsignedInteger(status)), ...(token ? [token] : []))

/** Digest that an imprint of `message` holds. */
export const imprintOf = (message: Uint8Array): Uint8Array => createHash('sha256').update(message).digest()
