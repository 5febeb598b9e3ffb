import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ToBeSigned } from '../../connector.ts'
import { MECHANISMS, prepareBlock } from './choose-mechanism.ts'

const ALGORITHMS = ['SHA-256', 'SHA-384', 'SHA-512'] as const
const pairs = MECHANISMS.flatMap((mechanism) => ALGORITHMS.map((algorithm) => [mechanism, algorithm] as const))
const attributes = Buffer.from('attributes')

describe('the mechanism', () => {
  it.each(pairs)('wanted as %s never hashes in another way than %s', (wanted, digestAlgorithm) => {
    const digest = createHash(digestAlgorithm.replace('-', '')).update(attributes).digest()
    const item: ToBeSigned = { attributes, digest, digestAlgorithm }
    const { mechanism, plaintext } = prepareBlock(wanted, item)
    const isHashed = mechanism.replace('RSASHA', 'SHA-') === digestAlgorithm
    if (isHashed) expect([mechanism, plaintext]).toEqual([wanted, attributes])
    else expect([mechanism, Buffer.from(plaintext).subarray(-digest.length)]).toEqual(['RSARAW', digest])
  })
})
