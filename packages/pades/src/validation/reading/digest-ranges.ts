/**
 * Digests of the octets that signatures cover.
 *
 * The ranges of signatures made one after the other share their beginnings, so each digest goes on from where an
 * earlier one left the file: however many signatures there are, the file is hashed about once.
 */
import { createVerify, type Hash, type KeyObject, verify } from 'node:crypto'
import { PdfError } from '@rubrica/pdf'
import type { ByteRange } from '../finding/read-byte-range.ts'
import { type FoundAlgorithm, openHash, verifyOptionsFor } from './name-algorithms.ts'
import type { SignedContent } from './verify-cms.ts'

interface Checkpoint {
  readonly offset: number
  readonly state: Hash
}

/** Honest files stay far below: about once for each digest algorithm. */
const MOST_TIMES = 20
const MOST_OCTETS_AT_LEAST = 128 * 1024 * 1024

export class RangeDigests {
  readonly #bytes: Uint8Array
  #octetsLeft: number
  readonly #checkpoints = new Map<string, Checkpoint[]>()
  readonly #known = new Map<string, Uint8Array>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#octetsLeft = Math.max(MOST_OCTETS_AT_LEAST, MOST_TIMES * bytes.length)
  }

  /**
   * Digest, by node:crypto's name, of both parts of a range.
   * @throws CodedError PDF_TOO_COMPLEX when the ranges of this file have been hashed too often
   */
  digest(hash: string, range: ByteRange): Uint8Array {
    const name = `${hash} ${range.join(' ')}`
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const [, gapStart, gapEnd, rest] = range
    const digest = this.#before(hash, gapStart)
      .update(this.#take(gapEnd, gapEnd + rest))
      .digest()
    this.#known.set(name, digest)
    return digest
  }

  /** The state of the hash over everything before `offset`. */
  #before(hash: string, offset: number): Hash {
    const checkpoints = this.#checkpoints.get(hash) ?? []
    this.#checkpoints.set(hash, checkpoints)
    const nearest = checkpoints.findLast((checkpoint) => checkpoint.offset <= offset)
    const state = (nearest?.state.copy() ?? openHash(hash)).update(this.#take(nearest?.offset ?? 0, offset))
    checkpoints.push({ offset, state: state.copy() })
    checkpoints.sort((left, right) => left.offset - right.offset)
    return state
  }

  /** The content of a detached CMS over this range. */
  contentOf(range: ByteRange): SignedContent {
    return {
      digest: (hash) => this.digest(hash, range),
      verify: (algorithm, key, signature) => verifyParts(this.#partsOf(range), algorithm, { key, signature }),
    }
  }

  #partsOf([, gapStart, gapEnd, rest]: ByteRange): readonly [Uint8Array, Uint8Array] {
    return [this.#take(0, gapStart), this.#take(gapEnd, gapEnd + rest)]
  }

  #take(start: number, end: number): Uint8Array {
    this.#octetsLeft -= end - start
    if (this.#octetsLeft < 0) throw new PdfError('PDF_TOO_COMPLEX', { what: 'byte ranges' })
    return this.#bytes.subarray(start, end)
  }
}

/** Whether a signature over the octets themselves holds. */
function verifyParts(
  parts: readonly Uint8Array[],
  { scheme, hash, saltLength }: FoundAlgorithm,
  { key, signature }: { readonly key: KeyObject; readonly signature: Uint8Array },
): boolean {
  try {
    if (scheme === 'EdDSA') return verify(null, Buffer.concat(parts), key, signature)
    const options = verifyOptionsFor({ scheme, saltLength })
    const verifier = createVerify(hash)
    for (const part of parts) verifier.update(part)
    return verifier.verify({ key, ...options }, signature)
  } catch {
    return false
  }
}

/** Content that is in memory as a whole. */
export function contentOf(content: Uint8Array): SignedContent {
  return {
    digest: (hash) => openHash(hash).update(content).digest(),
    verify: (algorithm, key, signature) => verifyParts([content], algorithm, { key, signature }),
  }
}
