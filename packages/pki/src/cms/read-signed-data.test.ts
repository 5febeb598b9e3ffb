import { describe, expect, test } from 'vitest'
import { readCertificate } from '../certificates/read-certificate.ts'
import { makeTestCms, type TestCmsPlan } from '../../testing/make-test-cms.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { childrenOf, DerError, onlyChild, readDer } from '../der/der-reader.ts'
import {
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { attributeValue, findTimestampToken, readSignedData } from './read-signed-data.ts'
import { encodeAttribute } from './signed-attributes.ts'

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const signer = makeTestSigner({ issuer: root })
const message = Buffer.from('document')
const cmsOf = (plan: TestCmsPlan = {}): Uint8Array => makeTestCms(signer, message, plan)
const partsOf = (bytes: Uint8Array): Uint8Array[] => childrenOf(readDer(bytes)).map((member) => member.bytes)

/** The CMS with the members of its SignedData changed: version, digests, content, certificates, signers. */
function reframe(
  cms: Uint8Array,
  change: (members: Uint8Array[]) => readonly Uint8Array[],
  type: string = OID.signedData,
) {
  const wrapper = childrenOf(readDer(cms))[1]
  if (wrapper === undefined) throw new Error('No content')
  return encodeSequence(
    encodeOid(type),
    encodeExplicit(0, encodeSequence(...change(partsOf(onlyChild(wrapper).bytes)))),
  )
}

/** The CMS with the members of its SignerInfo changed. */
const resign = (change: (members: Uint8Array[]) => readonly Uint8Array[]) =>
  reframe(cmsOf(), (members) => [
    ...members.slice(0, 4),
    encodeSetOf(partsOf(members[4] as Uint8Array).map((info) => encodeSequence(...change(partsOf(info))))),
  ])

describe('SignedData is read', () => {
  test('with its certificates, its signer and what the signer signed', () => {
    const facts = readSignedData(cmsOf())
    const { issuer, serialNumber } = readCertificate(signer.certificate)
    expect(facts).toMatchObject({ contentType: OID.data, content: null, signer: { issuer, serialNumber } })
    expect(new Set(facts.certificates)).toEqual(new Set([signer.certificate, root.certificate]))
    expect(facts.unsignedAttributes).toEqual([])
    expect(readDer(facts.signedAttributes).tag).toBe(0x31)
  })

  test('up to its end and not into what follows', () => {
    const cms = cmsOf()
    expect(readSignedData(Buffer.concat([cms, new Uint8Array(9)])).length).toBe(cms.length)
  })

  test('with a content that it brings', () => {
    expect(readSignedData(cmsOf({ content: message })).content).toEqual(new Uint8Array(message))
  })

  test('without certificates, with revocation data, and with certificates of other kinds', () => {
    const bare = reframe(cmsOf(), ([version, digests, content, , signers]) => [version!, digests!, content!, signers!])
    expect(readSignedData(bare).certificates).toEqual([])
    const others = reframe(cmsOf(), ([version, digests, content, certificates, signers]) => [
      version!,
      digests!,
      content!,
      encodeElement(0xa0, encodeElement(0xa1, encodeNull()), ...partsOf(certificates!)),
      encodeElement(0xa1, encodeSequence()),
      signers!,
    ])
    expect(readSignedData(others).certificates).toHaveLength(2)
  })

  test('with a signer that is named by a key', () => {
    const named = resign(([version, , ...rest]) => [version!, encodeElement(0x80, message), ...rest])
    expect(readSignedData(named).signer).toEqual({ keyIdentifier: new Uint8Array(message) })
  })

  test('with attributes that are not signed', () => {
    const token = encodeSequence(encodeNull())
    const unsigned = [encodeAttribute(OID.signatureTimeStamp, token), encodeAttribute(OID.signingTime, encodeNull())]
    const facts = readSignedData(cmsOf({ unsigned: () => unsigned }))
    expect(facts.unsignedAttributes).toHaveLength(2)
    expect(findTimestampToken(facts.unsignedAttributes)).toEqual(token)
    expect(findTimestampToken([])).toBeUndefined()
  })
})

describe('what is no SignedData of one signer is rejected', () => {
  test.each<[string, () => Uint8Array]>([
    ['another type of content', () => reframe(cmsOf(), (members) => members, OID.data)],
    ['no signer', () => cmsOf({ signers: 0 })],
    ['two signers', () => cmsOf({ signers: 2 })],
    ['a signer without signed attributes', () => cmsOf({ hasAttributes: false })],
    ['a signer that nothing names', () => resign(([version, , ...rest]) => [version!, encodeNull(), ...rest])],
    ['no version', () => reframe(cmsOf(), ([, ...rest]) => rest)],
    ['no digests', () => reframe(cmsOf(), ([version, , ...rest]) => [version!, ...rest])],
    ['a signer without a version', () => resign(([, ...rest]) => rest)],
    ['a signature that is no string', () => resign((members) => [...members.slice(0, -1), encodeUnsignedInteger(1)])],
    ['a set where a sequence belongs', () => encodeElement(0x31, ...partsOf(cmsOf()))],
  ])('%s', (_what, make) => {
    expect(() => readSignedData(make())).toThrow(DerError)
  })
})

describe('an attribute', () => {
  const value = encodeOctetString(message)
  const set = (...attributes: readonly Uint8Array[]) => encodeSetOf(attributes)
  const valueOf = (attributes: Uint8Array) => attributeValue(attributes, OID.messageDigest)

  test('has one value', () => {
    expect(valueOf(set(encodeAttribute(OID.messageDigest, value)))?.bytes).toEqual(value)
    const two = encodeSequence(encodeOid(OID.messageDigest), encodeSetOf([value, encodeNull()]))
    expect(() => valueOf(set(two))).toThrow(DerError)
    expect(() => valueOf(set(encodeSequence(encodeOid(OID.messageDigest), encodeSetOf([]))))).toThrow(DerError)
  })

  test('may be absent among others', () => {
    expect(valueOf(set(encodeAttribute(OID.contentType, value)))).toBeUndefined()
  })

  test('occurs once', () => {
    const once = encodeAttribute(OID.messageDigest, value)
    expect(() => valueOf(set(once, once))).toThrow('An attribute occurs twice')
  })
})
