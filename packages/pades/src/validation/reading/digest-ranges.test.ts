import { createHash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeTestSigner } from '@rubrica/pki/testing'
import { keyIn } from './verify-cms.ts'
import { contentOf, RangeDigests } from './digest-ranges.ts'
import type { ByteRange } from '../finding/read-byte-range.ts'

const file = Buffer.from('the beginning (what is left out) and the end')
const digestOf = (hash: string, [, gapStart, gapEnd, rest]: ByteRange): Buffer =>
  createHash(hash)
    .update(Buffer.concat([file.subarray(0, gapStart), file.subarray(gapEnd, gapEnd + rest)]))
    .digest()

const RANGES: readonly ByteRange[] = [
  [0, 14, 32, 12],
  [0, 30, 32, 5],
  [0, 3, 4, 1],
  [0, 14, 20, 3],
  [0, 3, 4, 1],
]

describe('the digest of a range', () => {
  test('is that of both its parts, in whatever order ranges are asked for', () => {
    const digests = new RangeDigests(file)
    for (const hash of ['sha256', 'sha1', 'sha256']) {
      for (const range of RANGES) expect(digests.digest(hash, range)).toEqual(digestOf(hash, range))
      for (const range of RANGES.toReversed()) expect(digests.digest(hash, range)).toEqual(digestOf(hash, range))
    }
  })

  test('is not computed anew when it is known', () => {
    const large = new RangeDigests(new Uint8Array(64 * 1024 * 1024))
    const range = [0, 1, 3, 64 * 1024 * 1024 - 3] as const
    for (let times = 0; times < 50; times++) large.digest('sha256', range)
    expect(large.digest('sha256', range)).toHaveLength(32)
  })

  test('is rejected when the ranges of a file are more work than honest ones are', () => {
    const bytes = new Uint8Array(16 * 1024 * 1024)
    const digests = new RangeDigests(bytes)
    const digestMany = () => {
      for (let gap = 1; gap < 40; gap++) digests.digest('sha1', [0, gap, gap + 1, bytes.length - gap - 1])
    }
    expect(digestMany).toThrow(expect.objectContaining({ code: 'PDF_TOO_COMPLEX', facts: { what: 'byte ranges' } }))
  })
})

describe('a signature over the octets themselves', () => {
  const [range] = RANGES as [ByteRange]
  const covered = Buffer.concat([file.subarray(0, 14), file.subarray(32)])
  const algorithms = { ec: 'ECDSA', rsa: 'RSASSA-PKCS1-v1_5', ed25519: 'EdDSA' } as const
  const make = (key: 'P-256' | 'rsa' | 'ed25519') => {
    const signer = makeTestSigner({ key })
    const publicKey = keyIn(signer.certificate)
    if (publicKey === null) throw new Error('No key')
    const scheme = algorithms[publicKey.asymmetricKeyType as keyof typeof algorithms]
    const hash = scheme === 'EdDSA' ? null : 'sha256'
    const algorithm = { scheme, hash: 'sha256', saltLength: 0 }
    return { algorithm, key: publicKey, signature: sign(hash, covered, signer.privateKey), signer }
  }

  test.each(['P-256', 'rsa', 'ed25519'] as const)('by a key of type %s covers both parts of the range', (type) => {
    const { algorithm, key, signature } = make(type)
    expect(new RangeDigests(file).contentOf(range).verify(algorithm, key, signature)).toBe(true)
    expect(new RangeDigests(file).contentOf([0, 14, 31, 13]).verify(algorithm, key, signature)).toBe(false)
    expect(contentOf(covered).verify(algorithm, key, signature)).toBe(true)
    expect(contentOf(file).verify(algorithm, key, signature)).toBe(false)
  })

  test('with PSS holds only with the padding and the salt that the algorithm names', () => {
    const { signer, key } = make('rsa')
    const padded = sign('sha256', covered, { key: signer.privateKey, padding: 6, saltLength: 20 })
    const holds = (scheme: 'RSASSA-PSS' | 'RSASSA-PKCS1-v1_5', saltLength: number) =>
      contentOf(covered).verify({ scheme, hash: 'sha256', saltLength }, key, padded)
    expect(holds('RSASSA-PSS', 20)).toBe(true)
    expect(holds('RSASSA-PSS', 32)).toBe(false)
    expect(holds('RSASSA-PKCS1-v1_5', 20)).toBe(false)
  })

  test('that no key can have made does not hold', () => {
    const { key } = make('P-256')
    const algorithm = { scheme: 'ECDSA', hash: 'unknown', saltLength: 0 } as const
    expect(contentOf(covered).verify(algorithm, key, Buffer.from('none'))).toBe(false)
  })

  test('has the digest of its content', () => {
    expect(contentOf(covered).digest('sha384')).toEqual(createHash('sha384').update(covered).digest())
    expect(new RangeDigests(file).contentOf(range).digest('sha384')).toEqual(digestOf('sha384', range))
  })
})
