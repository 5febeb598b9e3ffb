import { constants, createHash, privateEncrypt, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { chooseMechanism } from './choose-mechanism.ts'
import type { DigestAlgorithm, SignatureScheme } from '../algorithms/algorithms.ts'

const message = Buffer.from('signed attributes')
const rsa = makeTestSigner({ key: 'rsa' })

const prepared = (
  signatureScheme: SignatureScheme,
  digestAlgorithm: DigestAlgorithm,
  certificate: Uint8Array = rsa.certificate,
) => ({ signatureScheme, digestAlgorithm, certificate, signedAttributes: message })

describe('RSA', () => {
  test.each([
    ['RSASSA-PKCS1-v1_5', 'SHA-256', 0x40],
    ['RSASSA-PKCS1-v1_5', 'SHA-384', 0x41],
    ['RSASSA-PKCS1-v1_5', 'SHA-512', 0x42],
    ['RSASSA-PSS', 'SHA-256', 0x43],
    ['RSASSA-PSS', 'SHA-384', 0x44],
    ['RSASSA-PSS', 'SHA-512', 0x45],
  ] as const)('%s with %s is hashed by a token that can', (scheme, digest, mechanism) => {
    const chosen = chooseMechanism(prepared(scheme, digest), new Set([0x1, 0xd, mechanism]))
    expect(chosen).toMatchObject({ mechanism, data: message })
  })

  test.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)('%s is wrapped for a token that only encrypts', (digest) => {
    const { mechanism, data } = chooseMechanism(prepared('RSASSA-PKCS1-v1_5', digest), new Set([0x1]))
    expect(mechanism).toBe(0x1)
    const signature = privateEncrypt({ key: rsa.privateKey, padding: constants.RSA_PKCS1_PADDING }, data)
    expect(verify(digest.replace('-', ''), message, rsa.privateKey, signature)).toBe(true)
  })

  test('PSS names its digest, its mask and a salt of the digest’s length', () => {
    const { mechanism, pss, data } = chooseMechanism(prepared('RSASSA-PSS', 'SHA-384'), new Set([0xd]))
    expect({ mechanism, pss }).toEqual({ mechanism: 0xd, pss: { hashAlg: 0x260, mgf: 3, saltLen: 48 } })
    expect(Buffer.from(data)).toEqual(createHash('sha384').update(message).digest())
  })
})

describe('ECDSA', () => {
  test.each([
    ['P-256', 'SHA-256', 32],
    ['P-256', 'SHA-512', 32],
    ['P-384', 'SHA-512', 48],
    ['P-521', 'SHA-512', 64],
    ['P-521', 'SHA-256', 32],
  ] as const)('on %s signs the %s digest, cut to the curve: %i octets', (key, digest, length) => {
    const { certificate } = makeTestSigner({ key })
    const { mechanism, data } = chooseMechanism(prepared('ECDSA', digest, certificate), new Set([0x1041]))
    const whole = createHash(digest.replace('-', '')).update(message).digest()
    expect(mechanism).toBe(0x1041)
    expect(Buffer.from(data)).toEqual(whole.subarray(0, length))
  })
})

test('a token without a fitting mechanism is an error', () => {
  expect(() => chooseMechanism(prepared('RSASSA-PSS', 'SHA-256'), new Set([0x1, 0x1041]))).toThrow(
    expect.objectContaining({ code: 'PKCS11_FAILED' }),
  )
})
