import { randomBytes } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import { DerError, expectTag, readDer, readObjectIdentifier, readSequence, TAG, type DerNode } from '../der/read-der.ts'
import {
  explicit,
  integer,
  namedBits,
  objectIdentifier,
  octetString,
  preciseTime,
  sequence,
  unsignedInteger,
  utf8String,
  type Der,
} from '../der/write-der.ts'
import type { Pki } from './open-pki.ts'
import { signContent } from './sign-cms.ts'

/** Digest algorithms that the TSA stamps, with their length in octets. */
const DIGEST_LENGTHS: Readonly<Record<string, number>> = { [OID.sha256]: 32, [OID.sha384]: 48, [OID.sha512]: 64 }
const ACCURACY_SECONDS = 1
const MAX_NONCE = 64

/** Bits of PKIFailureInfo (RFC 3161 2.4.2). */
const FAILURE = { badAlg: 0, badRequest: 2, badDataFormat: 5, unacceptedPolicy: 15, unacceptedExtension: 16 } as const

class Refusal extends Error {
  readonly failure: number

  constructor(failure: number, message: string) {
    super(message)
    this.failure = failure
  }
}

/** Two lies that a client of a TSA has to notice, and a habit that it has to cope with. */
export const TIMESTAMP_HABITS = ['wrong-imprint', 'wrong-nonce', 'own-certificate'] as const
export type TimestampHabit = (typeof TIMESTAMP_HABITS)[number]

/** Answers a TimeStampReq with a TimeStampResp (RFC 3161 2.4, both DER); a bad request gets a rejection, no error. */
export function answerTimestamp(pki: Pki, request: Uint8Array, habit?: TimestampHabit): Der {
  try {
    const asked = readRequest(request)
    const issuers = habit === 'own-certificate' ? [] : [pki.authorities['tsa-ca'].certificate]
    return sequence(sequence(integer(0)), issueToken(pki, habit === undefined ? asked : tellLie(asked, habit), issuers))
  } catch (error) {
    if (error instanceof Refusal) return reject(error.failure, error.message)
    if (error instanceof DerError) return reject(FAILURE.badDataFormat, error.message)
    throw error
  }
}

interface TimestampQuestion {
  /** DER of the MessageImprint. */
  readonly imprint: Uint8Array
  /** DER INTEGER. */
  readonly nonce: Uint8Array | undefined
  readonly wantsCertificates: boolean
}

function readRequest(bytes: Uint8Array): TimestampQuestion {
  const [version, imprint, ...options] = readSequence(readDer(bytes))
  if (Buffer.from(expectTag(version, TAG.integer).content).toString('hex') !== '01') {
    throw new Refusal(FAILURE.badRequest, 'Only version 1 exists.')
  }
  const option = (tag: number): DerNode | undefined => options.find((field) => field.tag === tag)
  checkImprint(imprint)
  const policy = option(TAG.objectIdentifier)
  if (policy !== undefined && readObjectIdentifier(policy) !== OID.sandboxTimeStampPolicy) {
    throw new Refusal(FAILURE.unacceptedPolicy, 'There is no such policy here.')
  }
  if (option(0xa0) !== undefined) throw new Refusal(FAILURE.unacceptedExtension, 'No extension is known.')
  const nonce = option(TAG.integer)
  if (nonce !== undefined && nonce.content.length > MAX_NONCE) throw new Refusal(FAILURE.badRequest, 'Nonce too long.')
  const wantsCertificates = (option(TAG.boolean)?.content[0] ?? 0) !== 0
  return { imprint: expectTag(imprint, TAG.sequence).raw, nonce: nonce?.raw, wantsCertificates }
}

function checkImprint(imprint: DerNode | undefined): void {
  const [algorithm, digest] = readSequence(imprint)
  const length = DIGEST_LENGTHS[readObjectIdentifier(readSequence(algorithm)[0])]
  if (length === undefined) throw new Refusal(FAILURE.badAlg, 'Only SHA-256, SHA-384 and SHA-512 are stamped.')
  if (expectTag(digest, TAG.octetString).content.length !== length) {
    throw new Refusal(FAILURE.badDataFormat, 'The digest has not the length of its algorithm.')
  }
}

/** A TimeStampToken of the sandbox's TSA over a digest, with its certificates and without asking over HTTP. */
export function stampDigest(pki: Pki, digest: Uint8Array, hash: 'sha256' | 'sha384' | 'sha512' = 'sha256'): Der {
  const imprint = sequence(sequence(objectIdentifier(OID[hash])), octetString(digest))
  const issuers = [pki.authorities['tsa-ca'].certificate]
  return issueToken(pki, { imprint, nonce: undefined, wantsCertificates: true }, issuers)
}

function issueToken({ tsa }: Pki, asked: TimestampQuestion, issuers: readonly Uint8Array[]): Der {
  const info = sequence(
    integer(1),
    objectIdentifier(OID.sandboxTimeStampPolicy),
    asked.imprint,
    unsignedInteger(Buffer.concat([Buffer.from(Date.now().toString(16).padStart(12, '0'), 'hex'), randomBytes(8)])),
    preciseTime(new Date()),
    sequence(integer(ACCURACY_SECONDS)),
    ...(asked.nonce === undefined ? [] : [asked.nonce]),
    explicit(0, explicit(4, tsa.subjectName)),
  )
  const certificates = asked.wantsCertificates ? [tsa.certificate, ...issuers] : []
  return signContent({ contentType: OID.timeStampInfo, content: info, signer: tsa, certificates })
}

function reject(failure: number, reason: string): Der {
  return sequence(sequence(integer(2), sequence(utf8String(reason)), namedBits([failure])))
}

function tellLie(asked: TimestampQuestion, lie: TimestampHabit): TimestampQuestion {
  if (lie === 'own-certificate') return asked
  if (lie === 'wrong-nonce') return { ...asked, nonce: unsignedInteger(randomBytes(8)) }
  const imprint = Buffer.from(asked.imprint)
  const last = imprint.length - 1
  imprint[last] = (imprint[last] ?? 0) ^ 1
  return { ...asked, imprint }
}
