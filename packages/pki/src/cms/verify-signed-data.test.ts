import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readCertificate } from '../certificates/read-certificate.ts'
import { makeTestCms, type TestCmsPlan } from '../../testing/make-test-cms.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { DerError } from '../der/der-reader.ts'
import {
  encodeElement,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { readSignedData, type SignedDataFacts } from './read-signed-data.ts'
import { encodeAttribute } from './signed-attributes.ts'
import { findSignedDataFault, findSignerCertificate } from './verify-signed-data.ts'

const KEY_IDENTIFIER = Buffer.from('0102030405', 'hex')
const withIdentifier = encodeSequence(
  encodeOid(OID.subjectKeyIdentifier),
  encodeOctetString(encodeOctetString(KEY_IDENTIFIER)),
)
const signer = makeTestSigner({ extensions: [withIdentifier] })
const other = makeTestSigner()
const message = Buffer.from('document')
const digest = (hash: string): Uint8Array => createHash(hash).update(message).digest()
const factsOf = (plan: TestCmsPlan = {}): SignedDataFacts => readSignedData(makeTestCms(signer, message, plan))
const faultOf = (plan: TestCmsPlan = {}, changes: Partial<SignedDataFacts> = {}) =>
  findSignedDataFault({ ...factsOf(plan), ...changes }, digest)

describe('a signed content', () => {
  test('has no fault when its digest, its certificate and its signature hold', () => {
    expect(faultOf()).toBeNull()
    expect(faultOf({ hash: 'sha1' })).toBeNull()
  })

  test('of another digest', () => {
    expect(findSignedDataFault(factsOf(), () => new Uint8Array(32))).toBe('MESSAGE_DIGEST')
  })

  test('of another type', () => {
    expect(faultOf({}, { contentType: OID.tstInfo })).toBe('CONTENT_TYPE')
  })

  test('with another signature', () => {
    const { signature } = readSignedData(makeTestCms(signer, Buffer.from('another document')))
    expect(faultOf({}, { signature })).toBe('SIGNATURE')
  })

  test('with attributes that lack its type or its digest', () => {
    const type = encodeAttribute(OID.contentType, encodeOid(OID.data))
    expect(faultOf({}, { signedAttributes: encodeSetOf([]) })).toBe('CONTENT_TYPE')
    expect(faultOf({}, { signedAttributes: encodeSetOf([type]) })).toBe('MESSAGE_DIGEST')
  })

  test('with attributes that are not in the order of DER', () => {
    expect(faultOf({ isSorted: false })).toBe('ATTRIBUTES_NOT_DER')
  })
})

describe('the certificate of a signer', () => {
  test('has its issuer and its serial number', () => {
    const facts = factsOf({ certificates: [other.certificate, signer.certificate] })
    const { issuer, serialNumber } = readCertificate(signer.certificate)
    const stranger = readCertificate(makeTestSigner({ commonName: 'Biel' }).certificate)
    expect(findSignerCertificate(facts)).toEqual(signer.certificate)
    const named = (signer: SignedDataFacts['signer']) => findSignerCertificate({ ...facts, signer })
    expect(named({ issuer, serialNumber: stranger.serialNumber })).toBeUndefined()
    expect(named({ issuer: stranger.issuer, serialNumber })).toBeUndefined()
  })

  test('or its key identifier', () => {
    const facts = factsOf({ certificates: [other.certificate, signer.certificate] })
    const named = (keyIdentifier: Uint8Array) => findSignerCertificate({ ...facts, signer: { keyIdentifier } })
    expect(named(KEY_IDENTIFIER)).toEqual(signer.certificate)
    expect(named(Buffer.from('01020304', 'hex'))).toBeUndefined()
    expect(named(new Uint8Array(0))).toBeUndefined()
  })

  test('is missing when the content does not bring it', () => {
    expect(faultOf({ certificates: [other.certificate] })).toBe('NO_SIGNING_CERTIFICATE')
  })

  test('is rejected when its key is of no known kind', () => {
    const unknown = Buffer.from(signer.certificate)
    const id = Buffer.from(encodeOid(OID.ecPublicKey))
    unknown.set(encodeOid('1.2.840.10045.2.99'), unknown.indexOf(id))
    expect(() => faultOf({ certificates: [unknown], names: unknown })).toThrow(DerError)
  })
})

describe('the certificate that is signed along', () => {
  const digestOf = (hash: string, { certificate } = signer) => createHash(hash).update(certificate).digest()
  const { issuer, serialNumber } = readCertificate(signer.certificate)
  const issuerSerial = (serial: Uint8Array) => encodeSequence(encodeSequence(encodeElement(0xa4, issuer)), serial)
  const reference = (type: string, ...members: readonly Uint8Array[]): Uint8Array =>
    encodeAttribute(type, encodeSequence(encodeSequence(encodeSequence(...members))))
  const faultWith = (...attributes: readonly Uint8Array[]) => faultOf({ names: null, attributes })
  const algorithm = (oid: string) => encodeSequence(encodeOid(oid), encodeNull())
  const REFUSED = 'SIGNING_CERTIFICATE_ATTRIBUTE'

  test('is that of the signer', () => {
    expect(faultOf({ names: other.certificate })).toBe(REFUSED)
    expect(faultOf({ names: null })).toBe(REFUSED)
  })

  test('is named by SHA-256 when nothing else is said', () => {
    expect(faultWith(reference(OID.signingCertificateV2, encodeOctetString(digestOf('sha256'))))).toBeNull()
    expect(faultWith(reference(OID.signingCertificateV2, encodeOctetString(digestOf('sha1'))))).toBe(REFUSED)
  })

  test('is named by SHA-1 in the older attribute', () => {
    expect(faultWith(reference(OID.signingCertificate, encodeOctetString(digestOf('sha1'))))).toBeNull()
    expect(faultWith(reference(OID.signingCertificate, encodeOctetString(digestOf('sha256'))))).toBe(REFUSED)
  })

  test('is named by the digest that is written, if it is known', () => {
    const named = (oid: string) =>
      faultWith(reference(OID.signingCertificateV2, algorithm(oid), encodeOctetString(digestOf('sha384'))))
    expect(named(OID.sha384)).toBeNull()
    expect(named(OID.sha512)).toBe(REFUSED)
    expect(() => named('1.2.3')).toThrow(DerError)
  })

  test('has the serial number that is written', () => {
    const named = (serial: Uint8Array) =>
      faultWith(reference(OID.signingCertificateV2, encodeOctetString(digestOf('sha256')), issuerSerial(serial)))
    expect(named(serialNumber)).toBeNull()
    expect(named(readCertificate(other.certificate).serialNumber)).toBe(REFUSED)
  })

  test('is judged by the newer attribute when both are there', () => {
    const older = reference(OID.signingCertificate, encodeOctetString(digestOf('sha1')))
    const newer = reference(OID.signingCertificateV2, encodeOctetString(digestOf('sha256', other)))
    expect(faultWith(older, newer)).toBe(REFUSED)
  })
})
