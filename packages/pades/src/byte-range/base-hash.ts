/**
 * The hash of a base, which reads it once: every digest that is asked for goes on from the state behind its last octet.
 *
 * It lives within one call. A signature that is resumed in another call hashes the base again, because the base may
 * have changed.
 */
import { createHash, type Hash } from 'node:crypto'
import { type DigestAlgorithm, hashName } from '@rubrica/pki'

export class BaseHash {
  readonly algorithm: DigestAlgorithm
  readonly #baseLength: number
  readonly #state: Hash

  constructor(base: Uint8Array, algorithm: DigestAlgorithm) {
    this.algorithm = algorithm
    this.#baseLength = base.length
    this.#state = createHash(hashName(algorithm)).update(base)
  }

  /** Digest of the base alone, in lower-case hex. */
  hex(): string {
    return this.#state.copy().digest('hex')
  }

  /** Digest of the base and a tail behind it, as a ByteRange of the whole names them. */
  digestRange(tail: Uint8Array, [, gapStart, gapEnd]: readonly [number, number, number, number]): Uint8Array {
    return this.#state
      .copy()
      .update(tail.subarray(0, gapStart - this.#baseLength))
      .update(tail.subarray(gapEnd - this.#baseLength))
      .digest()
  }
}
