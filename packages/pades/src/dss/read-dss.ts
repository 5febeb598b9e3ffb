/**
 * Reads the document security store: certificates, OCSP answers and CRLs that a file carries for its signatures
 * (ETSI EN 319 142-1 clause 5.4.2, ISO 32000-2 clause 12.8.4.3).
 *
 * The store is untrusted input: what cannot be read is left out and counted, and never an error.
 */
import { isArray, PdfDict, type PdfDocument, type PdfObject, PdfRef, PdfStream, PdfError } from '@rubrica/pdf'
import type { Evidence } from '@rubrica/pki'

/** One stream of the store. */
export interface DssValue {
  /** Null for a stream that is no indirect object, which no honest file has. */
  readonly ref: PdfRef | null
  /** DER. */
  readonly bytes: Uint8Array
}

/** What the store, or one signature's part of it, holds. */
interface DssContents {
  readonly certificates: readonly DssValue[]
  readonly ocsps: readonly DssValue[]
  readonly crls: readonly DssValue[]
}

export interface DocumentSecurityStore extends DssContents {
  /** Where the dictionary stands; null when it lies in the catalogue itself. */
  readonly ref: PdfRef | null
  readonly dict: PdfDict
  /** By upper-case hexadecimal SHA-1 of a signature's /Contents. */
  readonly vri: ReadonlyMap<string, DssContents>
  /** Number of entries that are no readable streams, or beyond the limit. */
  readonly unreadable: number
}

/** An archive of many years and signers has some hundred. */
const MOST_VALUES = 5000

interface Reading {
  readonly document: PdfDocument
  /** The main arrays, the VRI and several signatures name the same streams. */
  readonly known: Map<number, DssValue>
  values: number
  unreadable: number
}

/** The store of the revision that `document` shows; null without one. */
export function readDss(document: PdfDocument): DocumentSecurityStore | null {
  const place = document.catalog.dict.get('DSS')
  const dict = dictAt(document, place)
  if (dict === null) return null
  const reading: Reading = { document, known: new Map(), values: 0, unreadable: 0 }
  const contents = readContents(reading, dict, ['Certs', 'OCSPs', 'CRLs'])
  const vri = new Map<string, DssContents>()
  for (const [key, entry] of dictAt(document, dict.get('VRI'))?.entries ?? []) {
    const part = dictAt(document, entry)
    if (part !== null) vri.set(key.toUpperCase(), readContents(reading, part, ['Cert', 'OCSP', 'CRL']))
  }
  return { ...contents, ref: place instanceof PdfRef ? place : null, dict, vri, unreadable: reading.unreadable }
}

/** All that the store holds, whichever signature it was put there for, each value once. */
export function evidenceOf(store: DocumentSecurityStore): Evidence {
  const parts = [store, ...store.vri.values()]
  const all = (kind: keyof DssContents): Uint8Array[] => [
    ...new Set(parts.flatMap((part) => part[kind].map(({ bytes }) => bytes))),
  ]
  return { certificates: all('certificates'), ocsps: all('ocsps'), crls: all('crls') }
}

function readContents(reading: Reading, dict: PdfDict, keys: readonly [string, string, string]): DssContents {
  const [certificates, ocsps, crls] = keys.map((key) => readValues(reading, dict.get(key)))
  return { certificates: certificates ?? [], ocsps: ocsps ?? [], crls: crls ?? [] }
}

function readValues(reading: Reading, place: PdfObject | undefined): readonly DssValue[] {
  const list = attempt(() => reading.document.resolve(place)) ?? null
  if (!isArray(list)) return []
  return list.flatMap((item) => {
    const value = ++reading.values > MOST_VALUES ? null : readValue(reading, item)
    if (value === null) reading.unreadable++
    return value ?? []
  })
}

function readValue({ document, known }: Reading, item: PdfObject): DssValue | null {
  const ref = item instanceof PdfRef ? item : null
  const before = ref === null ? undefined : known.get(ref.num)
  if (before !== undefined) return before
  const bytes = attempt(() => {
    const stream = document.resolve(item)
    return stream instanceof PdfStream ? document.decode(stream) : null
  })
  if (bytes === null) return null
  const value = { ref, bytes }
  if (ref !== null) known.set(ref.num, value)
  return value
}

const dictAt = (document: PdfDocument, place: PdfObject | undefined): PdfDict | null =>
  attempt(() => {
    const value = document.resolve(place)
    return value instanceof PdfDict ? value : null
  })

/** Null when the file is damaged there; a file that asks for too much work is rejected as a whole. */
function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}
