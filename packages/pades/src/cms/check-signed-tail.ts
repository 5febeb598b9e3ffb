/**
 * Reads finished bytes again, as a validator would, before anyone gets them.
 *
 * The check starts from the bytes of the file, not from what this package believes it wrote:
 * ByteRange is found as text, the hole must be exactly what it leaves out, the digest
 * is taken over what it names, and the CMS is parsed from the hex.
 *
 * ISO 32000-2 §12.8.1, ETSI EN 319 142-1 §6.3.
 */
import { createHash } from 'node:crypto'
import { PdfError } from '../errors.ts'
import type { PreparedSignature } from '../types.ts'
import { DerError } from './der-reader.ts'
import { findAttributeFault } from './read-answered-cms.ts'
import { readSignedData } from './read-signed-data.ts'
import { equalBytes, findSignedDataFault, findSignerCertificate } from './verify-signed-data.ts'

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

/**
 * Checks `base` + `tail` against what was prepared.
 * @throws PdfError SIGNATURE_INVALID with the first fault
 */
export function checkSignedTail(base: Uint8Array, tail: Uint8Array, prepared: PreparedSignature): void {
  const fault = findTailFault(base, tail, prepared)
  if (fault) throw new PdfError('SIGNATURE_INVALID', { fault })
}

function findTailFault(base: Uint8Array, tail: Uint8Array, prepared: PreparedSignature): string | null {
  const text = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).toString('latin1')
  const wanted = expectedByteRange(base.length, tail.length, prepared)
  const written = [...text.matchAll(BYTE_RANGE)].filter((match) => isSameRange(match.slice(1).map(Number), wanted))
  if (written.length !== 1 || !isSameRange(prepared.byteRange, wanted)) return 'BYTE_RANGE'
  const [start, end] = [wanted[1] - base.length, wanted[2] - base.length]
  if (text[start] !== '<' || text[end - 1] !== '>') return 'BYTE_RANGE'
  const hex = text.slice(start + 1, end - 1)
  if (!/^[0-9A-Fa-f]+$/.test(hex)) return 'CONTENTS'
  return findCmsFault(Buffer.from(hex, 'hex'), prepared, (hash) => digestAround(hash, [base, tail], [start, end]))
}

function expectedByteRange(baseLength: number, tailLength: number, prepared: PreparedSignature) {
  const holeStart = baseLength + prepared.contentsOffset - 1
  const holeEnd = baseLength + prepared.contentsOffset + 2 * prepared.contentsSize + 1
  return [0, holeStart, holeEnd, baseLength + tailLength - holeEnd] as const
}

const isSameRange = (left: readonly number[], right: readonly number[]): boolean => left.join() === right.join()

function digestAround(
  hash: string,
  [base, tail]: readonly [Uint8Array, Uint8Array],
  [start, end]: readonly [number, number],
): Uint8Array {
  return createHash(hash).update(base).update(tail.subarray(0, start)).update(tail.subarray(end)).digest()
}

function findCmsFault(
  contents: Uint8Array,
  prepared: PreparedSignature,
  contentDigest: (hash: string) => Uint8Array,
): string | null {
  try {
    const facts = readSignedData(contents)
    if (contents.subarray(facts.length).some((octet) => octet !== 0)) return 'CONTENTS'
    if (facts.content !== null) return 'NOT_DETACHED'
    const certificate = findSignerCertificate(facts)
    if (!certificate || !equalBytes(certificate, prepared.certificate ?? certificate)) return 'NO_SIGNING_CERTIFICATE'
    return findAttributeFault(facts.signedAttributes) ?? findSignedDataFault(facts, contentDigest)
  } catch (error) {
    if (error instanceof DerError) return 'CMS'
    throw error
  }
}
