/**
 * Checks a timestamp token: that it speaks of these bytes and that its own signature holds.
 *
 * A token is a CMS whose content is a TSTInfo. Its certificate comes inside it (certReq) and must be made for
 * timestamping and nothing else. Whether that certificate is trusted is a question of configuration: without anchors it
 * is left to the validator.
 *
 * RFC 3161 §2.3 and §2.4.2, RFC 5816, EN 319 422.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import { extendedKeyUsageOf, readCertificate } from '../certificates/read-certificate.ts'
import { buildCertificatePath } from '../certificates/build-certificate-path.ts'
import { DerError } from '../der/der-reader.ts'
import { hashName } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import { readSignedData } from '../cms/read-signed-data.ts'
import { digestNameOf } from '../algorithms/signature-algorithms.ts'
import { equalBytes, findSignedDataFault, findSignerCertificate } from '../cms/verify-signed-data.ts'
import { readTimestampInfo, type TimestampInfo } from './read-timestamp-info.ts'
import type { DigestAlgorithm } from '../algorithms/algorithms.ts'

export interface TimestampExpectation {
  /** What was timestamped: the bytes, or only their digest. */
  readonly message: TimestampedMessage
  /** Magnitude of the nonce that was sent. */
  readonly nonce?: Uint8Array
  /** DER of the certificates one of which the authority's chain must reach. */
  readonly trustAnchors?: readonly Uint8Array[]
  /** DER of certificates that may stand between the two, besides those in the token, which may be one alone. */
  readonly issuers?: readonly Uint8Array[]
}

export interface TimestampFacts {
  readonly time: Date
  /** DER of the authority's certificate. */
  readonly certificate: Uint8Array
  /** Everything embedded in the token. */
  readonly certificates: readonly Uint8Array[]
}

/** The digest of bytes that are too many to be handed around. */
export interface MessageImprint {
  readonly digestAlgorithm: DigestAlgorithm
  readonly digest: Uint8Array
}

export type TimestampedMessage = Uint8Array | MessageImprint

/**
 * What a token says of itself; neither its imprint nor its signature is looked at, and octets may follow it.
 * @throws DerError when it is no token
 */
export function describeTimestampToken(token: Uint8Array): TimestampFacts {
  const facts = readSignedData(token)
  const certificate = findSignerCertificate(facts)
  if (facts.contentType !== OID.tstInfo || !facts.content || !certificate) throw new DerError('This is no token')
  return { time: readTimestampInfo(facts.content).time, certificate, certificates: facts.certificates }
}

/**
 * Facts of a valid token.
 * @throws PkiError TIMESTAMP_INVALID with the fault
 */
export function checkTimestampToken(token: Uint8Array, expected: TimestampExpectation): TimestampFacts {
  try {
    return readTimestampToken(token, expected)
  } catch (error) {
    if (error instanceof DerError) throw invalid('FORMAT', error.message)
    throw error
  }
}

const invalid = (fault: string, detail?: string): PkiError => new PkiError('TIMESTAMP_INVALID', { fault, detail })

function readTimestampToken(token: Uint8Array, expected: TimestampExpectation): TimestampFacts {
  const facts = readSignedData(token)
  const { content } = facts
  if (facts.contentType !== OID.tstInfo || !content) throw invalid('FORMAT')
  if (facts.length !== token.length) throw invalid('FORMAT')
  const info = readTimestampInfo(content)
  checkInfo(info, expected)
  const certificate = findSignerCertificate(facts)
  if (!certificate) throw invalid('NO_SIGNING_CERTIFICATE')
  const fault = findSignedDataFault(facts, (hash) => createHash(hash).update(content).digest())
  if (fault) throw invalid(fault)
  checkAuthority(certificate, info.time)
  const pool = [...facts.certificates, ...(expected.issuers ?? [])]
  if (expected.trustAnchors && !buildCertificatePath(certificate, pool, expected.trustAnchors)) {
    throw invalid('UNTRUSTED', new X509Certificate(certificate).subject)
  }
  return { time: info.time, certificate, certificates: facts.certificates }
}

function checkInfo(info: TimestampInfo, expected: TimestampExpectation): void {
  if (digestNameOf(info.digestAlgorithm) === 'sha1') throw invalid('WEAK_DIGEST')
  if (info.hasUnknownCritical) throw invalid('UNKNOWN_EXTENSION')
  if (!isImprintOf(info, expected.message)) throw invalid('IMPRINT')
  if (!expected.nonce) return
  if (!info.nonce || !equalBytes(magnitude(info.nonce), magnitude(expected.nonce))) throw invalid('NONCE')
}

function isImprintOf({ digestAlgorithm, imprint }: TimestampInfo, message: TimestampedMessage): boolean {
  const hash = digestNameOf(digestAlgorithm)
  if (message instanceof Uint8Array) return equalBytes(imprint, createHash(hash).update(message).digest())
  return hash === hashName(message.digestAlgorithm) && equalBytes(imprint, message.digest)
}

/** An integer's octets without leading zeros. */
function magnitude(octets: Uint8Array): Uint8Array {
  const start = octets.findIndex((octet) => octet !== 0)
  return start < 0 ? new Uint8Array(0) : octets.subarray(start)
}

function checkAuthority(der: Uint8Array, time: Date): void {
  const certificate = readCertificate(der)
  const purposes = extendedKeyUsageOf(certificate)
  const critical = certificate.extensions.get(OID.extendedKeyUsage)?.critical
  if (!critical || purposes?.length !== 1 || purposes[0] !== OID.ekuTimeStamping) throw invalid('KEY_PURPOSE')
  if (time < certificate.notBefore || time > certificate.notAfter) throw invalid('CERTIFICATE_EXPIRED')
}
