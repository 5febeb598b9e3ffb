import { describe, expect, test } from 'vitest'
import { OID } from '../der/object-identifiers.ts'
import { makeTestSigner, type TestSignerOptions } from '../../testing/make-test-signer.ts'
import { classifyCertificate } from './classify-certificate.ts'

const now = new Date()

describe('a certificate is rejected with its reason', () => {
  const cases: readonly [string, TestSignerOptions][] = [
    ['EXPIRED', { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') }],
    ['NOT_YET_VALID', { notBefore: new Date('2200-01-01'), notAfter: new Date('2201-01-01') }],
    ['IS_CA', { isCa: true }],
    ['NO_SIGNING_KEY_USAGE', { keyUsage: 0x20 }],
    ['TIMESTAMPING_ONLY', { purposes: [OID.ekuTimeStamping] }],
    ['OCSP_SIGNING_ONLY', { purposes: [OID.ekuOcspSigning] }],
    ['WEAK_KEY', { key: 'rsa-1024' }],
    ['UNSUPPORTED_KEY', { key: 'ed25519' }],
  ]
  test.each(cases)('%s', (reason, options) => {
    const { certificate } = makeTestSigner({ issuer: makeTestSigner({ isCa: true }), ...options })
    expect(classifyCertificate(certificate, [], now)).toMatchObject({
      usable: false,
      reasons: expect.arrayContaining([reason]) as unknown,
    })
  })

  test('CHAIN_MISMATCH', () => {
    const [signer, stranger] = [makeTestSigner(), makeTestSigner()]
    const result = classifyCertificate(signer.certificate, [stranger.certificate], now)
    expect(result.reasons).toEqual(['CHAIN_MISMATCH'])
  })

  test('CERTIFICATE_DAMAGED', () => {
    const { certificate } = makeTestSigner()
    expect(classifyCertificate(certificate.subarray(0, 80), [], now).reasons).toEqual(['CERTIFICATE_DAMAGED'])
  })
})

describe('a certificate is usable', () => {
  const cases: readonly [string, TestSignerOptions][] = [
    ['with nonRepudiation alone', { keyUsage: 0x40 }],
    ['with digitalSignature alone', { keyUsage: 0x80 }],
    ['without key usage', { keyUsage: null }],
    ['with several purposes', { purposes: ['1.3.6.1.5.5.7.3.2', OID.ekuTimeStamping] }],
    ['with P-521', { key: 'P-521' }],
    ['with RSA of 2048 bits', { key: 'rsa' }],
  ]
  test.each(cases)('%s', (_what, options) => {
    expect(classifyCertificate(makeTestSigner(options).certificate, [], now).usable).toBe(true)
  })
})

test('the facts are those of the certificate', () => {
  const root = makeTestSigner({ commonName: 'Root', isCa: true })
  const { certificate } = makeTestSigner({ commonName: 'Ana, "la" Pérez', issuer: root, key: 'P-384' })
  expect(classifyCertificate(certificate, [root.certificate], now).facts).toMatchObject({
    commonName: 'Ana, "la" Pérez',
    subject: 'CN=Ana\\, \\"la\\" Pérez',
    issuerCommonName: 'Root',
    key: { type: 'EC', bits: 384, curve: 'secp384r1' },
  })
})

test('U+0000 in a name is written as RFC 4514 escapes it, because a database cannot hold it', () => {
  const { certificate } = makeTestSigner({ commonName: 'Ana\0Pérez' })
  expect(classifyCertificate(certificate, [], now).facts?.subject).toBe('CN=Ana\\00Pérez')
})
