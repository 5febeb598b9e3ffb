import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestSigner } from './digest-signer.ts'

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

for (const [name, { privateKey, publicKey }] of KEYS) {
  for (const [algorithm, hash] of HASHES) {
    test(`a signature by ${name} over a ${algorithm} digest is one over what was hashed`, () => {
      const key = privateKey.export({ type: 'pkcs8', format: 'der' })
      const signature = digestSigner.sign(key, createHash(hash).update('this').digest(), algorithm)
      expect(verify(hash, Buffer.from('this'), publicKey, signature)).toBe(true)
      expect(verify(hash, Buffer.from('that'), publicKey, signature)).toBe(false)
    })
  }
}

test('no signature is made on a curve that this server does not know', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const key = privateKey.export({ type: 'pkcs8', format: 'der' })
  expect(() => digestSigner.sign(key, createHash('sha256').digest(), 'SHA-256')).toThrow(TypeError)
})
