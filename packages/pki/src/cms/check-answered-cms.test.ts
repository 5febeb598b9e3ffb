import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeTestCms, type TestCmsPlan } from '../../testing/make-test-cms.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { checkAnsweredCms } from './check-answered-cms.ts'
import { encodeNull, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { readSignedData } from './read-signed-data.ts'
import { encodeAttribute } from './signed-attributes.ts'

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const ana = makeTestSigner({ commonName: 'Ana', subject: [{ oid: '2.5.4.5', value: '12345678Z' }], issuer: root })
const covered = Buffer.from('document')
const signed = { digest: createHash('sha256').update(covered).digest(), digestAlgorithm: 'SHA-256' } as const
const cmsOf = (plan: TestCmsPlan = {}): Uint8Array => makeTestCms(ana, covered, plan)
const hex = (der: Uint8Array) => Buffer.from(der).toString('hex')
const refusal = (fault: string): unknown =>
  expect.objectContaining({
    name: 'PkiError',
    code: 'SIGNATURE_INVALID',
    facts: expect.objectContaining({ fault }) as unknown,
  })

describe('what a CMS over a digest says', () => {
  test('its signature, and the certificate of its signer apart from the others', () => {
    const cms = cmsOf({ certificates: [root.certificate, ana.certificate] })
    const { certificate, others, signature } = checkAnsweredCms(cms, signed)
    expect(hex(certificate)).toBe(hex(ana.certificate))
    expect(others.map(hex)).toEqual([hex(root.certificate)])
    expect(hex(signature)).toBe(hex(readSignedData(cms).signature))
  })

  test('no other certificate when it brings none', () => {
    expect(checkAnsweredCms(cmsOf({ certificates: [ana.certificate] }), signed).others).toEqual([])
  })

  test('the subject, attribute by attribute', () => {
    expect(checkAnsweredCms(cmsOf(), signed).subject).toEqual([
      expect.objectContaining({ value: '12345678Z' }),
      expect.objectContaining({ value: 'Ana' }),
    ])
  })

  test('the timestamp that came along, or none', () => {
    const token = encodeSequence(encodeNull())
    const stamped = cmsOf({ unsigned: () => [encodeAttribute(OID.signatureTimeStamp, token)] })
    expect(hex(checkAnsweredCms(stamped, signed).timestamp ?? Buffer.alloc(0))).toBe(hex(token))
    expect(checkAnsweredCms(cmsOf(), signed).timestamp).toBeNull()
  })
})

describe('a CMS is rejected', () => {
  test('over another digest, or by another algorithm', () => {
    expect(() => checkAnsweredCms(cmsOf(), { ...signed, digest: new Uint8Array(32) })).toThrow(
      refusal('MESSAGE_DIGEST'),
    )
    expect(() => checkAnsweredCms(cmsOf(), { ...signed, digestAlgorithm: 'SHA-512' })).toThrow(
      refusal('DIGEST_ALGORITHM'),
    )
  })

  test('when something follows it, be it nothing but zeros', () => {
    expect(() => checkAnsweredCms(Buffer.concat([cmsOf(), Buffer.alloc(1)]), signed)).toThrow(refusal('CMS'))
  })

  test('that does not bring the certificate of its signer', () => {
    expect(() => checkAnsweredCms(cmsOf({ certificates: [root.certificate] }), signed)).toThrow(
      refusal('NO_SIGNING_CERTIFICATE'),
    )
  })
})
