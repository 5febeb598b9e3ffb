import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifiesDigest } from './verify-digest.ts'

const KEYS = [
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
  ['P-384', generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
  ['P-521', generateKeyPairSync('ec', { namedCurve: 'secp521r1' })],
] as const
const HASHES = [
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
] as const

const itemOf = (digestAlgorithm: (typeof HASHES)[number][0], hash: string, text: string) => ({
  attributes: new Uint8Array(),
  digest: createHash(hash).update(text).digest(),
  digestAlgorithm,
})

for (const [name, { privateKey, publicKey }] of KEYS) {
  for (const [algorithm, hash] of HASHES) {
    test(`a signature by ${name} over a ${algorithm} digest is known from one over another`, () => {
      const signature = sign(hash, Buffer.from('this'), privateKey)
      expect(verifiesDigest(publicKey, itemOf(algorithm, hash, 'this'), signature)).toBe(true)
      expect(verifiesDigest(publicKey, itemOf(algorithm, hash, 'that'), signature)).toBe(false)
      expect(verifiesDigest(publicKey, itemOf(algorithm, hash, 'this'), signature.subarray(1))).toBe(false)
    })
  }
}

test('a signature by RSA that lost its leading zero octet is none', () => {
  const [, { privateKey, publicKey }] = KEYS[0]
  const signed = (text: string) => sign('sha256', Buffer.from(text), privateKey)
  let text = 'this'
  while (signed(text)[0] !== 0) text += '.'
  expect(verifiesDigest(publicKey, itemOf('SHA-256', 'sha256', text), signed(text))).toBe(true)
  expect(verifiesDigest(publicKey, itemOf('SHA-256', 'sha256', text), signed(text).subarray(1))).toBe(false)
})
