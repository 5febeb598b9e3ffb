import { AutofirmaError } from './autofirma-error.ts'
import { decodeBase64 } from './base64.ts'
import type { LocalBatch, LocalDocument, LocalResult, LocalSignature } from './connection.ts'

/**
 * Results, out of texts that any program of the PC may have written: each part has a form and a limit, and what does
 * not fit is ANSWER_INVALID. That certificate and signature are good is for the server to find out.
 */

const MAX_CERTIFICATE = 32 * 1024
/** An RSA key of 16,384 bits. */
const MAX_SIGNATURE = 2048
/** Longest DER length that two octets hold; a certificate is never shorter than 128 octets. */
const SEQUENCE = 0x30
const LONG_LENGTH = 0x82
const CODE_IN_DESCRIPTION = /\b(?:AF\d{6}|SAF_\d{2})\b/

/** Older ones write in the encoding of the PC; what is not UTF-8 can only be in descriptions, which are not used. */
const decoder = new TextDecoder('utf-8')

/** Octets of what `selectcert` answers. */
export function readCertificate(text: string): Uint8Array {
  const der = decodeBase64(text, MAX_CERTIFICATE)
  if (der === undefined || !isCertificate(der)) throw invalid('certificate')
  return der
}

/** `certificate|signature`, and perhaps a third part that says which file the person chose. */
export function readSignature(text: string): LocalSignature {
  const [certificate, rest] = cut(text)
  const [signature] = cut(rest)
  return { certificate: readCertificate(certificate), signature: readValue(signature, 'signature') }
}

/** `results|certificate`: JSON in base64, with one entry per document; whatever it says beyond those is passed over. */
export function readBatch(text: string, documents: readonly LocalDocument[]): LocalBatch {
  const [results, rest] = cut(text)
  const [certificate] = cut(rest)
  const entries = readEntries(results)
  return {
    certificate: readCertificate(certificate),
    results: documents.map(({ id }) => readResult(id, entries.get(id))),
  }
}

function cut(text: string): [string, string] {
  const end = text.indexOf('|')
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}

/** One SEQUENCE that fills the octets. */
function isCertificate(der: Uint8Array): boolean {
  const [tag, form, high = 0, low = 0] = der
  return tag === SEQUENCE && form === LONG_LENGTH && der.length === 4 + high * 256 + low
}

function readValue(text: string, part: string): Uint8Array {
  const value = decodeBase64(text, MAX_SIGNATURE)
  if (value === undefined || value.length === 0) throw invalid(part)
  return value
}

type Entry = Readonly<Record<string, unknown>>

function readEntries(text: string): ReadonlyMap<string, Entry> {
  const { signs } = readJson(text)
  if (!Array.isArray(signs)) throw invalid('results')
  const entries = new Map<string, Entry>()
  for (const sign of signs as unknown[]) {
    if (!isObject(sign) || typeof sign.id !== 'string' || entries.has(sign.id)) throw invalid('results')
    entries.set(sign.id, sign)
  }
  return entries
}

function readJson(text: string): Entry {
  const octets = decodeBase64(text, text.length)
  try {
    const value: unknown = octets && JSON.parse(decoder.decode(octets))
    if (isObject(value)) return value
  } catch {
    // No JSON: reported below.
  }
  throw invalid('results')
}

const isObject = (value: unknown): value is Entry => typeof value === 'object' && value !== null

function readResult(id: string, entry: Entry | undefined): LocalResult {
  if (entry === undefined) return { id, signed: false, why: 'MISSING' }
  if (entry.result === 'DONE_AND_SAVED') {
    if (typeof entry.signature !== 'string') throw invalid('signature')
    return { id, signed: true, signature: readValue(entry.signature, 'signature') }
  }
  if (entry.result === 'SKIPPED') return { id, signed: false, why: 'SKIPPED' }
  const code = typeof entry.description === 'string' ? CODE_IN_DESCRIPTION.exec(entry.description.slice(0, 1000)) : null
  return { id, signed: false, why: 'ERROR', ...(code && { code: code[0] }) }
}

const invalid = (part: string): AutofirmaError => new AutofirmaError('ANSWER_INVALID', { part })
