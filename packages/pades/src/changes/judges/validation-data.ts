/**
 * The document security store (ISO 32000-2 clauses 12.8.4.3 and 12.8.4.4): may be added, added to and written anew, as
 * long as it holds nothing but validation data.
 *
 * Single answers may be left out when they are no longer needed; the store may not. The entries that say which signature
 * needs what are optional, and writers that renew an archive may leave them out: that loses nothing as long as the store
 * lists what they led to. Some of these writers copy its parts, so they are compared by what they say.
 */
import { isArray, PdfDict, type PdfDocument, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@rubrica/pdf'
import { decodeIfPossible } from '../comparison.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { type Comparison, numberOf, report } from '../comparison.ts'
import { type EntryChange, former, latter } from '../model/entries.ts'

const LISTS = ['Certs', 'CRLs', 'OCSPs']
/** The list of the store that has what a list of a signature has. */
const LISTED_IN: Readonly<Record<string, string>> = { Cert: 'Certs', CRL: 'CRLs', OCSP: 'OCSPs' }
/** SHA-1 of a signature's /Contents; some writers take SHA-256. */
const SIGNATURE_KEY = /^([0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$/
/** What no later reader needs: the type, and when the entry was made. */
const IDLE = new Set(['TU', 'Type'])

export function compareStore(change: EntryChange): void {
  const { comparison, key, old: catalog, now: catalogNow } = change
  const { after } = comparison
  const [old, now] = [former(change), latter(change)]
  if (saysTheSame(comparison, catalog.get(key), catalogNow.get(key))) return
  const isKept = keepsItems(comparison, old) && keepsSignatures(comparison, old, now)
  const valid = now instanceof PdfDict && isStore(after, now) && isKept
  const num = numberOf(catalogNow.get(key)) ?? after.catalog.ref.num
  report(comparison, { what: 'VALIDATION_DATA', num, rule: valid ? 'VALIDATION_DATA' : null })
}

function isStore(document: PdfDocument, store: PdfDict): boolean {
  return [...store.entries].every(([key, value]) => {
    if (key === 'Type') return true
    return key === 'VRI' ? isSignatureMap(document, value) : LISTS.includes(key) && isStreamList(document, value)
  })
}

function isSignatureMap(document: PdfDocument, value: PdfObject): boolean {
  const map = document.resolve(value)
  if (!(map instanceof PdfDict)) return false
  return [...map.entries].every(
    ([key, entry]) => key === 'Type' || (SIGNATURE_KEY.test(key) && isSignatureEntry(document, entry)),
  )
}

function isSignatureEntry(document: PdfDocument, value: PdfObject): boolean {
  const entry = document.resolve(value)
  if (!(entry instanceof PdfDict)) return false
  return [...entry.entries].every(([key, item]) => {
    const content = document.resolve(item)
    if (key === 'Type') return content instanceof PdfName
    if (key === 'TU') return content instanceof PdfString
    if (key === 'TS') return content instanceof PdfStream || content instanceof PdfString
    return key in LISTED_IN && isStreamList(document, item)
  })
}

function isStreamList(document: PdfDocument, value: PdfObject): boolean {
  const list = document.resolve(value)
  return isArray(list) && list.every((item) => item instanceof PdfRef && document.resolve(item) instanceof PdfStream)
}

/** What the store held is not written anew in its place: it may only go. */
function keepsItems({ before, after, touched }: Comparison, old: PdfObject): boolean {
  const store = old instanceof PdfDict ? old : new PdfDict()
  const entries = [...(before.resolveDict(store.get('VRI'))?.entries.values() ?? [])]
  const dicts = [store, ...entries.map((entry) => before.resolveDict(entry) ?? new PdfDict())]
  const items = dicts.flatMap((dict) => [...dict.entries.values()].flatMap((value) => listOf(before, value)))
  return items.every((item) => {
    const isWritten = item instanceof PdfRef && touched.has(item.num) && before.resolve(item) instanceof PdfStream
    return !isWritten || isSameValue(before.resolve(item), after.resolve(item)) || after.resolve(item) === null
  })
}

function listOf(document: PdfDocument, place: PdfObject): readonly PdfObject[] {
  const value = document.resolve(place)
  return isArray(value) ? value : [place]
}

/** Whether the entry of each signature is still there, or all that it led to. */
function keepsSignatures({ before, after }: Comparison, old: PdfObject, now: PdfObject): boolean {
  const [former, latter] = [signaturesIn(before, old), signaturesIn(after, now)]
  const gone = [...former.entries].filter(([key]) => key !== 'Type' && latter.get(key) === undefined)
  if (gone.length === 0) return true
  const store = now instanceof PdfDict ? now : new PdfDict()
  const listed = new Map(LISTS.map((list) => [list, contentsOf(after, store.get(list))]))
  return gone.every(([, entry]) => isListed(before, before.resolve(entry), listed))
}

function signaturesIn(document: PdfDocument, store: PdfObject): PdfDict {
  const map = store instanceof PdfDict ? document.resolve(store.get('VRI')) : null
  return map instanceof PdfDict ? map : new PdfDict()
}

type Listed = ReadonlyMap<string, ReadonlySet<string | null>>

function isListed(document: PdfDocument, entry: PdfObject, listed: Listed): boolean {
  if (!(entry instanceof PdfDict)) return false
  return [...entry.entries].every(([key, value]) => {
    const there = listed.get(LISTED_IN[key] ?? '')
    const contents = [...contentsOf(document, value)]
    return IDLE.has(key) || (there !== undefined && contents.every((item) => item !== null && there.has(item)))
  })
}

/** What the streams of a list say; null for what cannot be read. */
function contentsOf(document: PdfDocument, place: PdfObject | undefined): ReadonlySet<string | null> {
  const list = document.resolve(place)
  return new Set(isArray(list) ? list.map((item) => contentOf(document, document.resolve(item))) : [null])
}

function contentOf(document: PdfDocument, value: PdfObject): string | null {
  const content = value instanceof PdfStream ? decodeIfPossible(document, value) : null
  return content === null ? null : Buffer.from(content).toString('latin1')
}
