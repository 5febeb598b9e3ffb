/**
 * Reads finished bytes again, as a validator does, before they are returned.
 *
 * The check starts from the bytes of the file, not from what this package believes it wrote:
 * ByteRange is found as text, the hole must be exactly what it leaves out, the digest is taken over what it names, and
 * the CMS is parsed from the hex.
 *
 * ISO 32000-2 §12.8.1, ETSI EN 319 142-1 §6.3.
 */
import type { BaseHash } from './base-hash.ts'
import type { FixedSignature } from '../types.ts'
import {
  DerError,
  digestNameOf,
  equalBytes,
  findAttributeFault,
  findSignedDataFault,
  findSignerCertificate,
  hashName,
  readSignedData,
  PkiError,
} from '@rubrica/pki'

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

/**
 * Checks the base that was hashed and `tail` against what was prepared.
 * @throws PkiError SIGNATURE_INVALID with the first fault
 */
export function checkSignedTail(hash: BaseHash, tail: Uint8Array, fixed: FixedSignature): void {
  const fault = findTailFault(hash, tail, fixed)
  if (fault) throw new PkiError('SIGNATURE_INVALID', { fault })
}

function findTailFault(hash: BaseHash, tail: Uint8Array, fixed: FixedSignature): string | null {
  const text = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).toString('latin1')
  const wanted = expectedByteRange(tail.length, fixed)
  const written = [...text.matchAll(BYTE_RANGE)].filter((match) => isSameRange(match.slice(1).map(Number), wanted))
  if (written.length !== 1 || !isSameRange(fixed.byteRange, wanted)) return 'BYTE_RANGE'
  const [start, end] = [wanted[1] - fixed.baseLength, wanted[2] - fixed.baseLength]
  if (text[start] !== '<' || text[end - 1] !== '>') return 'BYTE_RANGE'
  const digits = text.slice(start + 1, end - 1)
  const contents = Buffer.from(digits, 'hex')
  // Decoding ends at the first character that is no digit.
  if (contents.length === 0 || contents.length * 2 !== digits.length) return 'CONTENTS'
  return findCmsFault(contents, fixed, () => hash.digestRange(tail, wanted))
}

function expectedByteRange(tailLength: number, { baseLength, contentsOffset, contentsSize }: FixedSignature) {
  const holeStart = baseLength + contentsOffset - 1
  const holeEnd = baseLength + contentsOffset + 2 * contentsSize + 1
  return [0, holeStart, holeEnd, baseLength + tailLength - holeEnd] as const
}

const isSameRange = (left: readonly number[], right: readonly number[]): boolean => left.join() === right.join()

function findCmsFault(
  contents: Uint8Array,
  { certificate, digestAlgorithm }: FixedSignature,
  contentDigest: () => Uint8Array,
): string | null {
  try {
    const facts = readSignedData(contents)
    if (!isZero(contents.subarray(facts.length))) return 'CONTENTS'
    if (facts.content !== null) return 'NOT_DETACHED'
    if (digestNameOf(facts.digestAlgorithm) !== hashName(digestAlgorithm)) return 'DIGEST_ALGORITHM'
    const signer = findSignerCertificate(facts)
    if (!signer || !equalBytes(signer, certificate ?? signer)) return 'NO_SIGNING_CERTIFICATE'
    return findAttributeFault(facts.signedAttributes) ?? findSignedDataFault(facts, contentDigest)
  } catch (error) {
    if (error instanceof DerError) return 'CMS'
    throw error
  }
}

const isZero = (bytes: Uint8Array): boolean => equalBytes(bytes, new Uint8Array(bytes.length))
