import { createHash } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  DerError,
  expectTag,
  readChildren,
  readDer,
  readObjectIdentifier,
  readSequence,
  TAG,
  type DerNode,
} from '../der/read-der.ts'
import {
  enumerated,
  explicit,
  generalizedTime,
  implicitConstructed,
  implicitPrimitive,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  unsignedInteger,
  type Der,
} from '../der/write-der.ts'
import { encodeExtension } from './encode-extensions.ts'
import { signStructure } from './issue-certificate.ts'
import { authorityOf, responderOf, type OcspAuthorityId, type Pki } from './open-pki.ts'
import { formatSerial } from './read-certificate.ts'

const ANSWER_LIFE = 3600_000
const ARCHIVE_REACH = 7 * 365 * 24 * 3600_000
const MAX_QUESTIONS = 64
/**
 * RFC 9654 2.1: a nonce has 1 to 128 octets; two more hold the OCTET STRING's own tag and length, one its long form.
 */
const MAX_NONCE = 131
const HASHES: Readonly<Record<string, string>> = {
  [OID.sha1]: 'sha1',
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
}

/** OCSPResponseStatus of RFC 6960 4.2.1, as a whole response. */
const refuse = (status: number): Der => sequence(enumerated(status))
const SUCCESSFUL = 0
const MALFORMED_REQUEST = 1

/**
 * Answers an OCSP request (RFC 6960 4.1, DER) for certificates of one authority: good, revoked or unknown, signed by
 * the authority's delegated responder, the nonce echoed. A request that cannot be read gets `malformedRequest`.
 */
export function answerOcsp(pki: Pki, issuer: OcspAuthorityId, request: Uint8Array): Der {
  try {
    const { questions, nonce } = readRequest(request)
    return encodeResponse(pki, issuer, { answers: questions.map((one) => answerOne(pki, issuer, one)), nonce })
  } catch (error) {
    if (error instanceof DerError) return refuse(MALFORMED_REQUEST)
    throw error
  }
}

/**
 * An OCSP answer about one certificate that `issuer` has issued, for those who hand it out together with a signature.
 */
export function proveStatus(pki: Pki, issuer: OcspAuthorityId, serial: string): Der {
  const { subjectName, publicKeyBits } = authorityOf(pki, issuer)
  const digest = (value: Uint8Array): Der => octetString(createHash('sha1').update(value).digest())
  const certId = sequence(
    sequence(objectIdentifier(OID.sha1), nullValue()),
    digest(subjectName),
    digest(publicKeyBits),
    unsignedInteger(Buffer.from(serial, 'hex')),
  )
  return answerOcsp(pki, issuer, sequence(sequence(sequence(sequence(certId)))))
}

interface Question {
  readonly certId: DerNode
  readonly hash: string | undefined
  readonly nameHash: Uint8Array
  readonly keyHash: Uint8Array
  readonly serial: string
}

function readRequest(bytes: Uint8Array): { questions: Question[]; nonce: DerNode | undefined } {
  const [tbs] = readSequence(readDer(bytes))
  const fields = readSequence(tbs)
  const list = readSequence(fields.find((field) => field.tag === TAG.sequence))
  if (list.length === 0 || list.length > MAX_QUESTIONS) throw new DerError('Too few or too many certificates.')
  const extensions = fields.find((field) => field.tag === 0xa2)
  return { questions: list.map(readQuestion), nonce: findNonce(extensions) }
}

function readQuestion(request: DerNode): Question {
  const certId = expectTag(readSequence(request)[0], TAG.sequence)
  const [algorithm, nameHash, keyHash, serial] = readSequence(certId)
  return {
    certId,
    hash: HASHES[readObjectIdentifier(readSequence(algorithm)[0])],
    nameHash: expectTag(nameHash, TAG.octetString).content,
    keyHash: expectTag(keyHash, TAG.octetString).content,
    serial: formatSerial(expectTag(serial, TAG.integer).content),
  }
}

function findNonce(extensions: DerNode | undefined): DerNode | undefined {
  if (extensions === undefined) return undefined
  const all = readSequence(readChildren(extensions)[0])
  const nonce = all.find((one) => readObjectIdentifier(readSequence(one)[0]) === OID.ocspNonce)
  const value = nonce && expectTag(readSequence(nonce).at(-1), TAG.octetString).content
  if (value && (value.length === 0 || value.length > MAX_NONCE)) throw new DerError('The nonce has a forbidden length.')
  return nonce
}

function answerOne(pki: Pki, issuer: OcspAuthorityId, question: Question): Der {
  const now = new Date()
  return sequence(
    question.certId.raw,
    certificateStatus(pki, issuer, question),
    generalizedTime(now),
    explicit(0, generalizedTime(new Date(now.getTime() + ANSWER_LIFE))),
    ...(issuer === 'swisscom' ? [explicit(1, sequence(archiveCutoff(now)))] : []),
  )
}

/**
 * Says that certificates which have expired are answered for, too (RFC 6960 4.4.4): those for one signature soon have.
 */
const archiveCutoff = (now: Date): Der =>
  encodeExtension(OID.ocspArchiveCutoff, generalizedTime(new Date(now.getTime() - ARCHIVE_REACH)))

const GOOD = implicitPrimitive(0, new Uint8Array())
const UNKNOWN = implicitPrimitive(2, new Uint8Array())

function certificateStatus(pki: Pki, issuer: OcspAuthorityId, question: Question): Der {
  if (!isAbout(pki, issuer, question)) return UNKNOWN
  const same = (row: { serial: string; issuer: string }): boolean =>
    row.serial === question.serial && row.issuer === issuer
  const revoked = pki.revoked.rows.find(same)
  if (revoked !== undefined) {
    const reason = explicit(0, enumerated(revoked.reason))
    return implicitConstructed(1, generalizedTime(new Date(revoked.at)), reason)
  }
  return pki.issued.rows.some(same) ? GOOD : UNKNOWN
}

function isAbout(pki: Pki, issuer: OcspAuthorityId, { hash, nameHash, keyHash }: Question): boolean {
  if (hash === undefined) return false
  const { subjectName, publicKeyBits } = authorityOf(pki, issuer)
  const matches = (value: Uint8Array, digest: Uint8Array): boolean =>
    createHash(hash).update(value).digest().equals(Buffer.from(digest))
  return matches(subjectName, nameHash) && matches(publicKeyBits, keyHash)
}

interface Answers {
  readonly answers: readonly Der[]
  readonly nonce: DerNode | undefined
}

function encodeResponse(pki: Pki, issuer: OcspAuthorityId, { answers, nonce }: Answers): Der {
  const responder = responderOf(pki, issuer)
  const data = sequence(
    explicit(2, octetString(responder.keyIdentifier)),
    generalizedTime(new Date()),
    sequence(...answers),
    ...(nonce === undefined ? [] : [explicit(1, sequence(nonce.raw))]),
  )
  const basic = signStructure(data, responder.privateKey, explicit(0, sequence(responder.certificate)))
  return sequence(enumerated(SUCCESSFUL), explicit(0, sequence(objectIdentifier(OID.ocspBasic), octetString(basic))))
}
