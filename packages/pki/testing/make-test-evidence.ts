/**
 * OCSP answers, CRLs and the extensions that lead to them, for tests, right or wrong in one chosen way.
 *
 * RFC 6960 §4.2.1, RFC 5280 §4.2.1.13, §4.2.2.1 and §5.1.
 */
import { createHash, type KeyObject, sign } from 'node:crypto'
import { readCertificate } from '../src/certificates/read-certificate.ts'
import { bitsOf, DerCursor, readDer } from '../src/der/der-reader.ts'
import {
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeUnsignedInteger,
} from '../src/der/der-writer.ts'
import { OID } from '../src/der/object-identifiers.ts'
import type { TestSigner } from './make-test-signer.ts'

const HOUR = 3_600_000

export interface TestTimes {
  readonly thisUpdate?: Date
  /** Null leaves it out. */
  readonly nextUpdate?: Date | null
}

export interface TestOcsp extends TestTimes {
  readonly certificate: Uint8Array
  readonly issuer: TestSigner
  /** Whose key signs; its certificate is sent along. The issuer by default. */
  readonly responder?: TestSigner
  readonly status?: 'good' | 'unknown' | { readonly revokedAt: Date }
}

/** OCSPResponse. */
export function makeTestOcsp(plan: TestOcsp): Uint8Array {
  const responder = plan.responder ?? plan.issuer
  const single = encodeSequence(
    certificateId(plan.certificate, plan.issuer.certificate),
    encodeStatus(plan.status ?? 'good'),
    ...encodeTimes(plan, (time) => encodeExplicit(0, time)),
  )
  const data = encodeSequence(
    encodeExplicit(1, readCertificate(responder.certificate).subject),
    generalizedTime(new Date()),
    encodeSequence(single),
  )
  const sent = responder === plan.issuer ? [] : [encodeExplicit(0, encodeSequence(responder.certificate))]
  const basic = signed(data, responder.privateKey, sent)
  return encodeSequence(
    enumerated(0),
    encodeExplicit(0, encodeSequence(encodeOid(OID.ocspBasic), encodeOctetString(basic))),
  )
}

/** OCSPResponse without an answer: 3 is tryLater, 6 unauthorized. */
export const refuseTestOcsp = (status: number): Uint8Array => encodeSequence(enumerated(status))

export interface TestCrl extends TestTimes {
  readonly issuer: TestSigner
  readonly revoked?: readonly { readonly certificate: Uint8Array; readonly at: Date }[]
}

/** CertificateList, version 2 without extensions. */
export function makeTestCrl(plan: TestCrl): Uint8Array {
  const entries = (plan.revoked ?? []).map(({ certificate, at }) =>
    encodeSequence(readCertificate(certificate).serialNumber, generalizedTime(at)),
  )
  const list = encodeSequence(
    encodeUnsignedInteger(1),
    algorithmOf(plan.issuer.privateKey),
    readCertificate(plan.issuer.certificate).subject,
    ...encodeTimes(plan, (time) => time),
    ...(entries.length === 0 ? [] : [encodeSequence(...entries)]),
  )
  return signed(list, plan.issuer.privateKey, [])
}

export interface TestAddresses {
  readonly ocsp?: string
  readonly issuer?: string
  readonly crl?: string
}

/** Extensions for `makeTestSigner`. */
export function addressExtensions({ ocsp, issuer, crl }: TestAddresses): Uint8Array[] {
  const access = [
    ...(ocsp === undefined ? [] : [encodeSequence(encodeOid(OID.accessOcsp), uri(ocsp))]),
    ...(issuer === undefined ? [] : [encodeSequence(encodeOid(OID.accessCaIssuers), uri(issuer))]),
  ]
  const point = (address: string): Uint8Array =>
    encodeSequence(encodeSequence(encodeExplicit(0, encodeExplicit(0, uri(address)))))
  return [
    ...(access.length === 0 ? [] : [extension(OID.authorityInfoAccess, encodeSequence(...access))]),
    ...(crl === undefined ? [] : [extension(OID.crlDistributionPoints, point(crl))]),
  ]
}

export const nocheckExtension = (): Uint8Array => extension(OID.ocspNoCheck, encodeNull())

const extension = (oid: string, value: Uint8Array): Uint8Array =>
  encodeSequence(encodeOid(oid), encodeOctetString(value))

const uri = (address: string): Uint8Array => encodeElement(0x86, Buffer.from(address, 'latin1'))

function encodeTimes({ thisUpdate, nextUpdate }: TestTimes, wrapNext: (time: Uint8Array) => Uint8Array): Uint8Array[] {
  const first = generalizedTime(thisUpdate ?? new Date(Date.now() - HOUR))
  if (nextUpdate === null) return [first]
  return [first, wrapNext(generalizedTime(nextUpdate ?? new Date(Date.now() + HOUR)))]
}

function encodeStatus(status: NonNullable<TestOcsp['status']>): Uint8Array {
  if (status === 'good') return encodeElement(0x80, new Uint8Array(0))
  if (status === 'unknown') return encodeElement(0x82, new Uint8Array(0))
  return encodeElement(0xa1, generalizedTime(status.revokedAt))
}

function certificateId(certificate: Uint8Array, issuer: Uint8Array): Uint8Array {
  const { subject, publicKeyInfo } = readCertificate(issuer)
  const key = new DerCursor(readDer(publicKeyInfo))
  key.take()
  return encodeSequence(
    encodeSequence(encodeOid(OID.sha1), encodeNull()),
    encodeOctetString(sha1(subject)),
    encodeOctetString(sha1(bitsOf(key.take()))),
    readCertificate(certificate).serialNumber,
  )
}

const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest()

const enumerated = (value: number): Uint8Array => encodeElement(0x0a, Uint8Array.of(value))

const generalizedTime = (time: Date): Uint8Array =>
  encodeElement(0x18, Buffer.from(time.toISOString().replace(/\.\d+|[-:T]/g, '')))

const algorithmOf = ({ asymmetricKeyType }: KeyObject): Uint8Array =>
  asymmetricKeyType === 'rsa'
    ? encodeSequence(encodeOid(OID.rsaWithSha256), encodeNull())
    : encodeSequence(encodeOid(OID.ecdsaWithSha256))

const signed = (data: Uint8Array, key: KeyObject, extra: readonly Uint8Array[]): Uint8Array =>
  encodeSequence(data, algorithmOf(key), encodeElement(0x03, Uint8Array.of(0), sign('sha256', data, key)), ...extra)
