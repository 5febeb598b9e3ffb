/**
 * What is lax about members is lax about signatures: octets that belong nowhere are signed by nobody, and an identifier
 * or a flag that two readers take differently lets one of them miss a critical rule (X.690 §8.2, §8.3.2 and §8.19.2).
 */
import { sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { classifyCertificate } from '../certificates/classify-certificate.ts'
import { readSignedData } from '../cms/read-signed-data.ts'
import { NO_EVIDENCE } from '../evidence/merge-evidence.ts'
import { readSignedStructure } from '../path/path-certificate.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import { readCrl } from '../revocation/read-crl.ts'
import { readOcspResponse } from '../revocation/read-ocsp-response.ts'
import { checkTimestampToken } from '../timestamp/check-timestamp-token.ts'
import {
  extension,
  keyUsage,
  makeAnswer,
  makeAuthority,
  makeEntity,
  makeList,
  NOW,
  type TestEntity,
} from '../../testing/make-test-pki.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { imprintOf, makeTestToken } from '../../testing/make-test-token.ts'
import { childrenOf, DerError, oidOf, readDer, TAG } from './der-reader.ts'
import { encodeElement, encodeNull, encodeOid, encodeSequence } from './der-writer.ts'
import { OID } from './object-identifiers.ts'

const STRAY = encodeElement(TAG.octetString, Buffer.from('x'))
const flag = (...octets: readonly number[]): Uint8Array => encodeElement(TAG.boolean, Uint8Array.from(octets))
const TRUE = flag(0xff)
const FALSE = flag(0)
const integer = (...octets: readonly number[]): Uint8Array => encodeElement(TAG.integer, Uint8Array.from(octets))
const membersOf = (der: Uint8Array): readonly Uint8Array[] =>
  childrenOf(readDer(der, TAG.sequence)).map((one) => one.bytes)
const withStray = (der: Uint8Array): Uint8Array => encodeSequence(...membersOf(der), STRAY)

const root = makeAuthority({ subject: 'Root' })
const person = makeEntity({ issuer: root, extensions: [keyUsage(0x80)] })

/** A certificate over other members, with a sound signature of the root's. */
function signed(...members: readonly Uint8Array[]): Uint8Array {
  const tbs = encodeSequence(...members)
  const algorithm = encodeSequence(encodeOid(OID.ecdsaWithSha256))
  const value = Uint8Array.of(0, ...sign('sha256', tbs, root.privateKey))
  return encodeSequence(tbs, algorithm, encodeElement(TAG.bitString, value))
}

const faultOf = (certificate: Uint8Array, certificates: readonly Uint8Array[] = []) =>
  validateCertificate({
    certificate,
    anchors: [root.certificate],
    evidence: { ...NO_EVIDENCE, certificates },
    time: NOW,
    purpose: 'any',
    checkRevocation: false,
  }).fault

const tbsOf = ({ certificate }: TestEntity): readonly Uint8Array[] => membersOf(membersOf(certificate)[0]!)
const withExtension = (one: Uint8Array): Uint8Array => makeEntity({ issuer: root, extensions: [one] }).certificate
const critical = (...flagAndValue: readonly Uint8Array[]): Uint8Array =>
  withExtension(encodeSequence(encodeOid('1.2.3.4'), ...flagAndValue))
const value = encodeElement(TAG.octetString, encodeNull())

test('a certificate without any of these is sound', () => {
  expect(faultOf(person.certificate)).toBeNull()
  expect(faultOf(signed(...tbsOf(person)))).toBeNull()
})

describe('a certificate is malformed', () => {
  test.each([
    ['with a fourth member, which nobody has signed', withStray(person.certificate)],
    ['with two blocks of extensions', signed(...tbsOf(person), tbsOf(person).at(-1)!)],
    ['with a member after the extensions', signed(...tbsOf(person), STRAY)],
    ['with an empty serial number', makeEntity({ issuer: root, serial: new Uint8Array() }).certificate],
    ['with a padded serial number', makeEntity({ issuer: root, serial: Uint8Array.of(0, 0x11) }).certificate],
    ['with an empty flag', critical(flag(), value)],
    ['with a flag of two octets', critical(flag(0, 0xff), value)],
    ['with a flag behind the value', critical(value, TRUE)],
    ['with two signatures', encodeSequence(...membersOf(person.certificate), membersOf(person.certificate).at(-1)!)],
  ])('%s', (_how, certificate) => {
    expect(faultOf(certificate)).not.toBeNull()
  })
})

test.each([
  ['a member before the path length', encodeSequence(TRUE, STRAY, integer(0))],
  ['the path length before the flag', encodeSequence(integer(0), TRUE)],
  ['two flags', encodeSequence(TRUE, TRUE, integer(0))],
])('an authority does not lose its path length: %s', (_how, constraints) => {
  const extensions = [extension(OID.basicConstraints, constraints), keyUsage(0x06)]
  const first = makeEntity({ subject: 'First', issuer: root, extensions })
  const second = makeAuthority({ subject: 'Second', issuer: first })
  const leaf = makeEntity({ issuer: second })
  expect(faultOf(leaf.certificate, [first.certificate, second.certificate])).not.toBeNull()
})

test.each([
  ['cut off', '0604551d0f81'],
  ['padded', '0604551d800f'],
  ['padded at its beginning', '060480551d0f'],
])('an identifier that is %s is no identifier', (_how, hex) => {
  expect(oidOf(readDer(Buffer.from('0603551d0f', 'hex'), TAG.oid))).toBe('2.5.29.15')
  expect(() => oidOf(readDer(Buffer.from(hex, 'hex'), TAG.oid))).toThrow(DerError)
})

describe('a timestamp token', () => {
  const message = Buffer.from('a signature value')
  const authority = makeTestSigner({ keyUsage: 0x80, purposes: [OID.ekuTimeStamping] })
  const token = makeTestToken(authority, { imprint: imprintOf(message) })
  const [type, wrapper] = membersOf(token)
  const data = membersOf(childrenOf(readDer(wrapper!, 0xa0))[0]!.bytes)
  const info = childrenOf(readDer(data.at(-1)!, TAG.set))[0]!.bytes
  const rebuilt = (...members: readonly Uint8Array[]): Uint8Array =>
    encodeSequence(type!, encodeElement(0xa0, encodeSequence(...members)))
  const infos = (signerInfo: Uint8Array): Uint8Array => encodeElement(TAG.set, signerInfo)

  test('is taken as it was made', () => {
    const same = rebuilt(...data.slice(0, -1), infos(info))
    expect(checkTimestampToken(same, { message }).time).toEqual(checkTimestampToken(token, { message }).time)
  })

  test.each([
    ['in SignedData', rebuilt(...data, STRAY)],
    ['in SignerInfo', rebuilt(...data.slice(0, -1), infos(withStray(info)))],
    ['in ContentInfo', withStray(token)],
  ])('with a member too many %s is refused: a validator would not read it later', (_where, spoilt) => {
    expect(() => checkTimestampToken(spoilt, { message })).toThrow(
      expect.objectContaining({ code: 'TIMESTAMP_INVALID' }),
    )
    expect(() => readSignedData(spoilt)).toThrow(DerError)
  })
})

describe('what is not signed', () => {
  test('does not stand beside a list', () => {
    const list = makeList({ issuer: root })
    expect(readCrl(list)).not.toBeNull()
    expect(readCrl(withStray(list))).toBeNull()
  })

  test('does not stand beside an answer, and an extension occurs once', () => {
    const answer = (extensions: readonly Uint8Array[] = []) =>
      makeAnswer({ certificate: person, issuer: root, extensions })
    const odd = extension('1.2.3.4', encodeNull(), false)
    expect(readOcspResponse(answer([odd]))).not.toBeNull()
    expect(readOcspResponse(withStray(answer()))).toBeNull()
    expect(readOcspResponse(answer([odd, odd]))).toBeNull()
    expect(readOcspResponse(answer([encodeSequence(encodeOid('1.2.3.4'), value, TRUE)]))).toBeNull()
  })
})

test.each([
  ['a certificate', () => person.certificate],
  ['a list', () => makeList({ issuer: root })],
])('nothing follows the signature of %s', (_what, make) => {
  expect(() => readSignedStructure(make())).not.toThrow()
  expect(() => readSignedStructure(withStray(make()))).toThrow(DerError)
})

describe('an authority does not pass for a person', () => {
  const reasonsOf = (constraints: Uint8Array) =>
    classifyCertificate(withExtension(extension(OID.basicConstraints, constraints)), [], NOW).reasons

  test('when its constraints are those of an authority, or of a person', () => {
    expect(reasonsOf(encodeSequence(TRUE, integer(0)))).toEqual(['IS_CA'])
    expect(reasonsOf(encodeSequence(FALSE))).toEqual([])
    expect(reasonsOf(encodeSequence())).toEqual([])
  })

  test.each([
    ['the path length before the flag', encodeSequence(integer(0), TRUE)],
    ['a flag of two octets', encodeSequence(flag(0, 0xff))],
    ['an empty flag', encodeSequence(flag())],
    ['a member too many', encodeSequence(FALSE, TRUE)],
  ])('with %s', (_how, constraints) => {
    expect(reasonsOf(constraints)).toEqual(['CERTIFICATE_DAMAGED'])
  })
})
