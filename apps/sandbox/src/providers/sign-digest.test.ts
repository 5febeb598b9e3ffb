import { createHash, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKey } from '../pki/create-key.ts'
import { signDigest, type HashName } from './sign-digest.ts'

it.each(['rsa', 'ec'] as const)('signs finished digests with %s keys', async (type) => {
  const { privateKey, publicKey } = await createKey(type)
  const key = { key: Buffer.from(publicKey), format: 'der', type: 'spki' } as const
  for (const hash of ['sha256', 'sha384', 'sha512'] satisfies HashName[]) {
    for (let round = 0; round < 10; round += 1) {
      const message = Buffer.from(`message ${round}`)
      const digest = createHash(hash).update(message).digest()
      expect(verify(hash, message, key, signDigest(privateKey, digest, hash))).toBe(true)
    }
  }
})
