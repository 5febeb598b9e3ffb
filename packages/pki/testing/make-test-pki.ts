/**
 * Authorities, certificates, revocation lists and OCSP answers for tests, in any shape that is wanted.
 *
 * RFC 5280 §4.1 and §5.1, RFC 6960 §4.2.1. Keys are P-256 by default.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readCertificate } from '../src/certificates/read-certificate.ts'
import {
  concatBytes,
  encodeBoolean,
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
import { readPublicKeyBits } from '../src/path/path-certificate.ts'

export interface TestEntity {
  readonly privateKey: KeyObject
  /** DER of SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array
  /** DER of the Name. */
  readonly name: Uint8Array
  readonly certificate: Uint8Array
}

export interface TestCertificatePlan {
  /** A common name, or DER of a Name. */
  readonly subject?: string | Uint8Array
  /** Itself by default. */
  readonly issuer?: TestEntity
  /** Its key is used again. */
  readonly sameKeyAs?: TestEntity
  readonly key?: { readonly privateKey: KeyObject; readonly publicKeyInfo: Uint8Array }
  readonly serial?: number | Uint8Array
  readonly notBefore?: Date
  readonly notAfter?: Date
  /** Whole Extension elements. */
  readonly extensions?: readonly Uint8Array[]
  readonly version?: 1 | 3
  readonly hash?: 'sha1' | 'sha256'
}

export const START = new Date('2024-01-01T00:00:00Z')
/** The moment for which most tests ask. */
export const NOW = new Date('2024-06-01T12:00:00Z')
export const END = new Date('2025-01-01T00:00:00Z')
export const hoursFrom = (time: Date, hours: number): Date => new Date(time.getTime() + hours * 3_600_000)

let nextSerial = 0x1000

export function makeKey(kind: 'P-256' | 'rsa' | 'rsa-1024' | 'secp256k1' | 'P-192' = 'P-256'): {
  privateKey: KeyObject
  publicKeyInfo: Uint8Array
} {
  const { privateKey, publicKey } =
    kind === 'rsa' || kind === 'rsa-1024'
      ? generateKeyPairSync('rsa', { modulusLength: kind === 'rsa' ? 2048 : 1024 })
      : generateKeyPairSync('ec', { namedCurve: kind === 'P-192' ? 'prime192v1' : kind })
  return { privateKey, publicKeyInfo: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })) }
}

export function makeEntity(plan: TestCertificatePlan = {}): TestEntity {
  const key = plan.key ?? plan.sameKeyAs ?? makeKey()
  const { subject = 'Ana Pérez', hash = 'sha256' } = plan
  const name = typeof subject === 'string' ? encodeName([['2.5.4.3', subject]]) : subject
  const signer = plan.issuer ?? { privateKey: key.privateKey, name }
  const body = encodeSequence(
    ...(plan.version === 1 ? [] : [encodeExplicit(0, encodeUnsignedInteger(2))]),
    encodeSerial(plan.serial ?? nextSerial++),
    algorithmFor(signer.privateKey, hash),
    signer.name,
    encodeValidity(plan),
    name,
    key.publicKeyInfo,
    ...(plan.extensions?.length ? [encodeExplicit(3, encodeSequence(...plan.extensions))] : []),
  )
  return { ...key, name, certificate: signed(body, { key: signer.privateKey, hash }) }
}

const encodeSerial = (serial: number | Uint8Array): Uint8Array =>
  typeof serial === 'number' ? encodeUnsignedInteger(serial) : encodeElement(0x02, serial)

const encodeValidity = ({ notBefore = START, notAfter = END }: TestCertificatePlan): Uint8Array =>
  encodeSequence(generalizedTime(notBefore), generalizedTime(notAfter))

/** An authority: makeEntity with the extensions that it must have, and others. */
export function makeAuthority(plan: TestCertificatePlan & { readonly pathLength?: number } = {}): TestEntity {
  const extensions = [basicConstraints(true, plan.pathLength), keyUsage(0x06), ...(plan.extensions ?? [])]
  return makeEntity({ subject: 'Authority', ...plan, extensions })
}

/** Types and values, the least specific first. */
export const encodeName = (attributes: readonly (readonly [oid: string, value: string])[], tag = 0x0c): Uint8Array =>
  encodeSequence(
    ...attributes.map(([oid, value]) =>
      encodeSetOf([encodeSequence(encodeOid(oid), encodeElement(tag, Buffer.from(value)))]),
    ),
  )

export const extension = (oid: string, value: Uint8Array, critical = true): Uint8Array =>
  encodeSequence(encodeOid(oid), ...(critical ? [encodeBoolean(true)] : []), encodeOctetString(value))

export const basicConstraints = (isCa: boolean, pathLength?: number): Uint8Array =>
  extension(
    OID.basicConstraints,
    encodeSequence(
      ...(isCa ? [encodeBoolean(true)] : []),
      ...(pathLength === undefined ? [] : [encodeUnsignedInteger(pathLength)]),
    ),
  )

export const keyUsage = (octet: number): Uint8Array =>
  extension(OID.keyUsage, encodeElement(0x03, Uint8Array.of(0, octet)))

export const extendedKeyUsage = (oids: readonly string[], critical = true): Uint8Array =>
  extension(OID.extendedKeyUsage, encodeSequence(...oids.map(encodeOid)), critical)

/** GeneralName of a text form: 1 e-mail, 2 DNS, 6 URI. */
export const textName = (form: 1 | 2 | 6, text: string): Uint8Array => encodeElement(0x80 | form, Buffer.from(text))
export const directoryName = (name: Uint8Array): Uint8Array => encodeExplicit(4, name)

export interface TestListEntry {
  readonly serial: Uint8Array
  readonly at?: Date
  readonly reason?: number
  /** Whole Extension elements. */
  readonly extensions?: readonly Uint8Array[]
}

export interface TestListPlan {
  readonly issuer: TestEntity
  readonly thisUpdate?: Date
  /** Null leaves it out. */
  readonly nextUpdate?: Date | null
  readonly entries?: readonly TestListEntry[]
  /** Instead of `entries`: the content of revokedCertificates. */
  readonly rawEntries?: Uint8Array
  readonly extensions?: readonly Uint8Array[]
  readonly hash?: 'sha1' | 'sha256'
}

/** Content octets of a certificate's serial number. */
export const serialOf = ({ certificate }: TestEntity): Uint8Array =>
  readCertificate(certificate).serialNumber.subarray(2)

export function makeList(plan: TestListPlan): Uint8Array {
  const { thisUpdate = hoursFrom(NOW, -1), nextUpdate = hoursFrom(NOW, 24), hash = 'sha256' } = plan
  const entries = plan.rawEntries ?? concatBytes((plan.entries ?? []).map(encodeEntry))
  const body = encodeSequence(
    encodeUnsignedInteger(1),
    algorithmFor(plan.issuer.privateKey, hash),
    plan.issuer.name,
    generalizedTime(thisUpdate),
    ...(nextUpdate ? [generalizedTime(nextUpdate)] : []),
    ...(entries.length > 0 ? [encodeSequence(entries)] : []),
    ...(plan.extensions?.length ? [encodeExplicit(0, encodeSequence(...plan.extensions))] : []),
  )
  return signed(body, { key: plan.issuer.privateKey, hash })
}

function encodeEntry({ serial, at = START, reason, extensions = [] }: TestListEntry): Uint8Array {
  const all = [
    ...(reason === undefined ? [] : [extension('2.5.29.21', encodeElement(0x0a, Uint8Array.of(reason)), false)]),
    ...extensions,
  ]
  return encodeSequence(
    encodeElement(0x02, serial),
    generalizedTime(at),
    ...(all.length > 0 ? [encodeSequence(...all)] : []),
  )
}

export interface TestAnswerPlan {
  readonly certificate: TestEntity
  readonly issuer: TestEntity
  /** Who signs; the issuer by default. */
  readonly signer?: TestEntity
  /** Certificates sent along. */
  readonly certificates?: readonly Uint8Array[]
  readonly by?: 'name' | 'key'
  readonly hash?: 'sha1' | 'sha256' | 'sha384'
  readonly status?: 'good' | 'unknown' | { readonly at: Date; readonly reason?: number }
  readonly thisUpdate?: Date
  readonly nextUpdate?: Date | null
  readonly producedAt?: Date
  /** Whole Extension elements of the single answer, and of the whole. */
  readonly singleExtensions?: readonly Uint8Array[]
  readonly extensions?: readonly Uint8Array[]
  /** Whole SingleResponse elements before this one. */
  readonly others?: readonly Uint8Array[]
}

const HASH_OIDS = { sha1: OID.sha1, sha256: OID.sha256, sha384: OID.sha384 } as const

export function encodeSingle(plan: TestAnswerPlan): Uint8Array {
  const { hash = 'sha1', thisUpdate = hoursFrom(NOW, -1), nextUpdate = hoursFrom(NOW, 24), status = 'good' } = plan
  const digest = (octets: Uint8Array): Uint8Array => createHash(hash).update(octets).digest()
  const id = encodeSequence(
    encodeSequence(encodeOid(HASH_OIDS[hash]), encodeNull()),
    encodeOctetString(digest(plan.issuer.name)),
    encodeOctetString(digest(readPublicKeyBits(plan.issuer.publicKeyInfo))),
    readCertificate(plan.certificate.certificate).serialNumber,
  )
  return encodeSequence(
    id,
    encodeStatus(status),
    generalizedTime(thisUpdate),
    ...(nextUpdate ? [encodeExplicit(0, generalizedTime(nextUpdate))] : []),
    ...(plan.singleExtensions?.length ? [encodeExplicit(1, encodeSequence(...plan.singleExtensions))] : []),
  )
}

function encodeStatus(status: NonNullable<TestAnswerPlan['status']>): Uint8Array {
  if (status === 'good') return encodeElement(0x80, new Uint8Array(0))
  if (status === 'unknown') return encodeElement(0x82, new Uint8Array(0))
  const reason =
    status.reason === undefined ? [] : [encodeExplicit(0, encodeElement(0x0a, Uint8Array.of(status.reason)))]
  return encodeElement(0xa1, generalizedTime(status.at), ...reason)
}

export function makeAnswer(plan: TestAnswerPlan): Uint8Array {
  const { signer = plan.issuer, certificates = [], by = 'name' } = plan
  const keyHash = createHash('sha1').update(readPublicKeyBits(signer.publicKeyInfo)).digest()
  const body = encodeSequence(
    by === 'name' ? encodeExplicit(1, signer.name) : encodeExplicit(2, encodeOctetString(keyHash)),
    generalizedTime(plan.producedAt ?? plan.thisUpdate ?? hoursFrom(NOW, -1)),
    encodeSequence(...(plan.others ?? []), encodeSingle(plan)),
    ...(plan.extensions?.length ? [encodeExplicit(1, encodeSequence(...plan.extensions))] : []),
  )
  const sent = certificates.length > 0 ? [encodeExplicit(0, encodeSequence(...certificates))] : []
  const basic = signed(body, { key: signer.privateKey, hash: 'sha256' }, sent)
  return encodeSequence(
    encodeElement(0x0a, Uint8Array.of(0)),
    encodeExplicit(0, encodeSequence(encodeOid(OID.ocspBasic), encodeOctetString(basic))),
  )
}

export const generalizedTime = (time: Date): Uint8Array =>
  encodeElement(0x18, Buffer.from(time.toISOString().replace(/\.\d+|[-:T]/g, '')))

const ALGORITHMS = {
  rsa: { sha1: OID.rsaWithSha1, sha256: OID.rsaWithSha256 },
  ec: { sha1: OID.ecdsaWithSha1, sha256: OID.ecdsaWithSha256 },
} as const

function algorithmFor({ asymmetricKeyType }: KeyObject, hash: 'sha1' | 'sha256'): Uint8Array {
  if (asymmetricKeyType === 'rsa') return encodeSequence(encodeOid(ALGORITHMS.rsa[hash]), encodeNull())
  return encodeSequence(encodeOid(ALGORITHMS.ec[hash]))
}

function signed(
  body: Uint8Array,
  { key, hash }: { key: KeyObject; hash: 'sha1' | 'sha256' },
  more: readonly Uint8Array[] = [],
): Uint8Array {
  const signature = encodeElement(0x03, Uint8Array.of(0), sign(hash, body, key))
  return encodeSequence(body, algorithmFor(key, hash), signature, ...more)
}
