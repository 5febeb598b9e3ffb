import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeTestCms, type TestCmsPlan } from '../../testing/make-test-cms.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { encodeElement, encodeNull, encodeOctetString, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { findAttributeFault, partsOfAnsweredCms } from './read-answered-cms.ts'
import { readSignedData } from './read-signed-data.ts'
import { encodeAttribute } from './signed-attributes.ts'
import type { DataToBeSigned } from '../signers/data-to-be-signed.ts'

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const ana = makeTestSigner({ issuer: root })
const stranger = makeTestSigner({ commonName: 'Biel' })
const covered = Buffer.from('document')
const prepared: DataToBeSigned = {
  signedAttributes: new Uint8Array(0),
  documentDigest: createHash('sha256').update(covered).digest(),
  digestAlgorithm: 'SHA-256',
  signatureScheme: 'ECDSA',
  certificate: ana.certificate,
  chain: [],
  contentsSize: 8192,
}
const cmsOf = (plan: TestCmsPlan = {}, signer = ana): Uint8Array => makeTestCms(signer, covered, plan)
const partsOf = (plan: TestCmsPlan = {}, changes: Partial<DataToBeSigned> = {}) =>
  partsOfAnsweredCms({ ...prepared, ...changes }, cmsOf(plan))
const refusal = (facts: Record<string, unknown>): unknown =>
  expect.objectContaining({ name: 'PkiError', code: 'SIGNATURE_INVALID', facts })

describe('what is kept of a provider’s CMS', () => {
  test('its signature, its signed attributes and its algorithms, as they were sent', () => {
    const cms = cmsOf()
    const { signature, signedAttributes, digestAlgorithm, signatureAlgorithm } = readSignedData(cms)
    expect(partsOfAnsweredCms(prepared, cms)).toMatchObject({
      signature,
      signedAttributes,
      digestAlgorithm,
      signatureAlgorithm,
      certificate: ana.certificate,
    })
  })

  test('the certificates of both sides: those that were known, and those that it brings', () => {
    const { chain } = partsOf({}, { chain: [stranger.certificate] })
    expect(chain.map((der) => Buffer.from(der))).toEqual(
      expect.arrayContaining([stranger, root].map(({ certificate }) => Buffer.from(certificate))),
    )
  })

  test('its own certificate when none was known before', () => {
    expect(partsOf({}, { certificate: null }).certificate).toEqual(ana.certificate)
  })

  test('its timestamp, and no other attribute that is not signed', () => {
    const timestamp = encodeAttribute(OID.signatureTimeStamp, encodeSequence(encodeNull()))
    const revocation = encodeAttribute('1.2.840.113549.1.9.16.2.24', encodeOctetString(covered))
    expect(partsOf({ unsigned: () => [revocation, timestamp] }).unsignedAttributes).toEqual([timestamp])
    expect(partsOf({ unsigned: () => [revocation] }).unsignedAttributes).toEqual([])
    expect(partsOf().unsignedAttributes).toEqual([])
  })
})

describe('a provider’s CMS is rejected', () => {
  test.each<[string, TestCmsPlan, string]>([
    ['that brings the document along', { content: covered }, 'NOT_DETACHED'],
    ['by a digest that was not asked for', { hash: 'sha1' }, 'DIGEST_ALGORITHM'],
    [
      'that does not bring the certificate of its signer',
      { certificates: [root.certificate] },
      'NO_SIGNING_CERTIFICATE',
    ],
    ['whose signed attributes do not name the certificate', { names: null }, 'SIGNING_CERTIFICATE_ATTRIBUTE'],
    ['whose signed attributes name another certificate', { names: root.certificate }, 'SIGNING_CERTIFICATE_ATTRIBUTE'],
    ['whose signed attributes are not in the order of DER', { isSorted: false }, 'ATTRIBUTES_NOT_DER'],
  ])('%s', (_, plan, fault) => {
    expect(() => partsOf(plan)).toThrow(refusal({ fault }))
  })

  test('for a content that is no plain data', () => {
    const cms = Buffer.from(cmsOf())
    const data = Buffer.from('06092a864886f70d010701', 'hex')
    // id-signedData in place of id-data, as the type of what is signed.
    cms[cms.indexOf(data) + data.length - 1] = 2
    expect(() => partsOfAnsweredCms(prepared, cms)).toThrow(refusal({ fault: 'NOT_DETACHED' }))
  })

  test('over another document', () => {
    expect(() => partsOf({}, { documentDigest: new Uint8Array(32) })).toThrow(refusal({ fault: 'MESSAGE_DIGEST' }))
  })

  test('by a certificate that was not asked for', () => {
    expect(() => partsOfAnsweredCms(prepared, cmsOf({}, stranger))).toThrow(
      expect.objectContaining({ code: 'CERTIFICATE_MISMATCH' }),
    )
  })

  test('that cannot be read, with the reason', () => {
    const unreadable = refusal({ fault: 'CMS', detail: expect.stringMatching(/./) })
    expect(() => partsOfAnsweredCms(prepared, Buffer.from('<html>sorry</html>'))).toThrow(unreadable)
    expect(() => partsOf({ signers: 2 })).toThrow(unreadable)
    const timestamp = encodeAttribute(OID.signatureTimeStamp, encodeSequence(encodeNull()))
    expect(() => partsOf({ unsigned: () => [timestamp, timestamp] })).toThrow(unreadable)
  })
})

test('PAdES wants the certificate among the signed attributes, by SHA-2, and no time of the signer’s clock', () => {
  const signingTime = encodeAttribute(OID.signingTime, encodeElement(0x17, Buffer.from('261121000000Z')))
  const faultOf = (plan: TestCmsPlan) => findAttributeFault(readSignedData(cmsOf(plan)).signedAttributes)
  expect(faultOf({})).toBeNull()
  expect(faultOf({ names: null })).toBe('SIGNING_CERTIFICATE_ATTRIBUTE')
  const older = encodeAttribute(OID.signingCertificate, encodeSequence())
  expect(faultOf({ names: null, attributes: [older] })).toBe('SIGNING_CERTIFICATE_ATTRIBUTE')
  expect(faultOf({ attributes: [signingTime] })).toBe('SIGNING_TIME_PRESENT')
})
