/**
 * Derives keys, initial vectors and MAC keys the way PKCS#12 did before PBKDF2.
 *
 * The password enters as big-endian UTF-16 with two closing zero octets. "No password" and "empty password" are
 * therefore different byte strings, and files of both kinds exist.
 *
 * RFC 7292 appendix B.
 */
import { hash } from 'node:crypto'

/** What the derived octets are for (RFC 7292 B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const

export interface Pkcs12DerivationInput {
  /** node:crypto's digest name. */
  readonly hash: string
  readonly password: Uint8Array
  readonly salt: Uint8Array
  readonly iterations: number
  readonly purpose: (typeof PURPOSE)[keyof typeof PURPOSE]
  /** Octets wanted. */
  readonly length: number
}

/** Repeats `octets` to a whole number of blocks. */
function fill(octets: Uint8Array, block: number): Uint8Array {
  const length = block * Math.ceil(octets.length / block)
  return Uint8Array.from({ length }, (_, index) => octets[index % octets.length] ?? 0)
}

/** block = block + addend + 1, both big-endian, modulo its size. */
function addInPlace(block: Uint8Array, addend: Uint8Array): void {
  let carry = 1
  for (let index = block.length - 1; index >= 0; index--) {
    carry += (block[index] ?? 0) + (addend[index] ?? 0)
    block[index] = carry & 0xff
    carry >>= 8
  }
}

/** The derived octets. */
export function derivePkcs12(input: Pkcs12DerivationInput): Uint8Array {
  const block = input.hash === 'sha384' || input.hash === 'sha512' ? 128 : 64
  const diversifier = new Uint8Array(block).fill(input.purpose)
  const state = Buffer.concat([fill(input.salt, block), fill(input.password, block)])
  const derived: Uint8Array[] = []
  for (let size = 0; size < input.length;) {
    let digest: Uint8Array = hash(input.hash, Buffer.concat([diversifier, state]), 'buffer')
    for (let round = 1; round < input.iterations; round++) digest = hash(input.hash, digest, 'buffer')
    derived.push(digest)
    size += digest.length
    const addend = fill(digest, block).subarray(0, block)
    for (let offset = 0; offset < state.length; offset += block)
      addInPlace(state.subarray(offset, offset + block), addend)
  }
  return Buffer.concat(derived).subarray(0, input.length)
}
