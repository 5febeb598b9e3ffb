/**
 * Prepared signatures as bytes, so that another process can resume them later.
 *
 * Layout: "RPS1", length of the facts (32 bits, big-endian), the facts as JSON, the tail. Parsing trusts nothing: every
 * field's shape and the relations between offsets are checked.
 */
import { PadesError } from './pades-error.ts'
import {
  type CodedError,
  type DigestAlgorithm,
  parseCertificate,
  readCertificate,
  type SignatureScheme,
} from '@rubrica/pki'
import type { PreparedSignature } from './types.ts'

const MAGIC = 'RPS1'
const HEAD = 8
const MOST_CERTIFICATES = 50

const DIGEST_LENGTHS: Readonly<Record<DigestAlgorithm, number>> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 }
const SCHEMES: readonly SignatureScheme[] = ['RSASSA-PKCS1-v1_5', 'RSASSA-PSS', 'ECDSA']

export function serialisePrepared(prepared: PreparedSignature): Uint8Array {
  const { tail, documentDigest, certificate, chain, signedAttributes, ...plain } = prepared
  const facts = Buffer.from(
    JSON.stringify({
      ...plain,
      documentDigest: base64(documentDigest),
      certificate: certificate && base64(certificate),
      chain: chain.map(base64),
      signedAttributes: base64(signedAttributes),
    }),
  )
  const head = Buffer.alloc(HEAD)
  head.write(MAGIC, 'latin1')
  head.writeUInt32BE(facts.length, 4)
  return Buffer.concat([head, facts, tail])
}

/** @throws PadesError PREPARED_INVALID */
export function parsePrepared(bytes: Uint8Array): PreparedSignature {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < HEAD || data.toString('latin1', 0, 4) !== MAGIC) throw invalid('form')
  const end = HEAD + data.readUInt32BE(4)
  if (end > data.length) throw invalid('length')
  const facts = parseFacts(data.toString('utf8', HEAD, end))
  const digestAlgorithm = oneOf(facts.digestAlgorithm, Object.keys(DIGEST_LENGTHS) as DigestAlgorithm[])
  const prepared: PreparedSignature = {
    version: 1,
    baseDigest: text(facts.baseDigest, /^[0-9a-f]{64}$/),
    baseLength: integer(facts.baseLength),
    tail: data.subarray(end),
    contentsOffset: integer(facts.contentsOffset),
    contentsSize: integer(facts.contentsSize),
    byteRange: integers(facts.byteRange),
    documentDigest: binary(facts.documentDigest),
    digestAlgorithm,
    signatureScheme: oneOf(facts.signatureScheme, SCHEMES),
    certificate: facts.certificate === null ? null : binary(facts.certificate),
    chain: list(facts.chain).map(binary),
    signedAttributes: facts.certificate === null ? new Uint8Array(0) : binary(facts.signedAttributes),
  }
  assertConsistent(prepared, facts.version)
  return prepared
}

function assertConsistent(prepared: PreparedSignature, version: unknown): void {
  const { baseLength, tail, contentsOffset, contentsSize, byteRange, documentDigest, digestAlgorithm } = prepared
  const gapStart = baseLength + contentsOffset - 1
  const gapEnd = gapStart + contentsSize * 2 + 2
  const total = baseLength + tail.length
  const expected = [0, gapStart, gapEnd, total - gapEnd]
  if (version !== 1 || gapEnd > total || expected.some((value, index) => value !== byteRange[index])) {
    throw invalid('ranges')
  }
  if (documentDigest.length !== DIGEST_LENGTHS[digestAlgorithm]) throw invalid('digest')
  if (prepared.certificate !== null) assertCertificate(prepared.certificate)
}

/** Both readers that the rest of signing uses must read it, its key included. */
function assertCertificate(der: Uint8Array): void {
  try {
    readCertificate(der)
    if (parseCertificate(der).publicKey.type === 'public') return
  } catch {
    throw invalid('certificate')
  }
  throw invalid('certificate')
}

function parseFacts(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    throw invalid('facts')
  }
  throw invalid('facts')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function text(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw invalid('text')
  return value
}

function binary(value: unknown): Uint8Array {
  return Buffer.from(text(value, /^[A-Za-z0-9+/]+={0,2}$/), 'base64')
}

function integer(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw invalid('number')
  return value as number
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length > MOST_CERTIFICATES) throw invalid('list')
  return value
}

function integers(value: unknown): readonly [number, number, number, number] {
  const numbers = list(value).map(integer)
  if (numbers.length !== 4) throw invalid('ranges')
  return numbers as [number, number, number, number]
}

function oneOf<Option extends string>(value: unknown, options: readonly Option[]): Option {
  const found = options.find((option) => option === value)
  if (found === undefined) throw invalid('option')
  return found
}

function invalid(what: string): CodedError {
  return new PadesError('PREPARED_INVALID', { what })
}
