/**
 * The document security store (ISO 32000-2 clause 12.8.4.3): may be added, added to and written anew, as long as it
 * holds nothing but validation data.
 *
 * Single answers may be left out when they are no longer needed; the store may not.
 */
import { isArray, PdfDict, type PdfDocument, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@rubrica/pdf'
import { type Comparison, numberOf, report, settlePart, usesBefore } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { inCatalog } from './places.ts'
import { keepsSignatures } from './signature-entries.ts'

const LISTS = ['Certs', 'CRLs', 'OCSPs']
const SIGNATURE_LISTS = ['Cert', 'CRL', 'OCSP']
/** SHA-1 of a signature's /Contents; some writers take SHA-256. */
const SIGNATURE_KEY = /^([0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$/

export function compareValidationData(comparison: Comparison): void {
  const { before, after } = comparison
  const oldPlace = before.catalog.dict.get('DSS')
  const place = after.catalog.dict.get('DSS')
  const old = before.resolve(oldPlace)
  const now = after.resolve(place)
  if (!isTouched(comparison, now, place) && saysTheSame(comparison, oldPlace, place)) return
  const num = numberOf(place) ?? after.catalog.ref.num
  const valid = now instanceof PdfDict && isStore(after, now) && keepsSignatures(comparison, old, now)
  report(comparison, { what: 'VALIDATION_DATA', num, rule: valid ? 'VALIDATION_DATA' : null })
  if (valid) settleParts(comparison, now, place)
}

/** Whether the store or one of its parts was written anew. */
function isTouched({ touched, after }: Comparison, store: PdfObject, place: PdfObject | undefined): boolean {
  return partsOf(after, store, place).some((part) => part instanceof PdfRef && touched.has(part.num))
}

/** All values of a store that can be objects of their own. */
function partsOf(document: PdfDocument, store: PdfObject, place: PdfObject | undefined): readonly PdfObject[] {
  if (!(store instanceof PdfDict)) return [place ?? null]
  const vri = document.resolve(store.get('VRI'))
  const entries = vri instanceof PdfDict ? [...vri.entries.values()] : []
  const lists = LISTS.map((key) => store.get(key) ?? null)
  const inner = entries.flatMap((entry) => {
    const dict = document.resolve(entry)
    return dict instanceof PdfDict ? [...dict.entries.values()] : []
  })
  const arrays = [...lists, ...inner]
  const items = arrays.flatMap((list) => {
    const array = document.resolve(list)
    return isArray(array) ? array : []
  })
  return [place ?? null, store.get('VRI') ?? null, ...entries, ...arrays, ...items]
}

function isStore(document: PdfDocument, store: PdfDict): boolean {
  for (const [key, value] of store.entries) {
    if (key === 'Type') continue
    if (key === 'VRI' ? !isSignatureMap(document, value) : !LISTS.includes(key) || !isStreamList(document, value)) {
      return false
    }
  }
  return true
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
    return SIGNATURE_LISTS.includes(key) && isStreamList(document, item)
  })
}

function isStreamList(document: PdfDocument, value: PdfObject): boolean {
  const list = document.resolve(value)
  return isArray(list) && list.every((item) => item instanceof PdfRef && document.resolve(item) instanceof PdfStream)
}

/** Parts of the store may take the place of former parts, and of nothing else. */
function settleParts(comparison: Comparison, store: PdfDict, place: PdfObject | undefined): void {
  const { before } = comparison
  const former = new Set(
    partsOf(before, before.resolve(before.catalog.dict.get('DSS')), before.catalog.dict.get('DSS')).map(numberOf),
  )
  settlePart(comparison, place, inCatalog(comparison, 'DSS'))
  for (const part of partsOf(comparison.after, store, place)) {
    const num = numberOf(part)
    if (num === null || !former.has(num) || !comparison.touched.has(num)) continue
    const old = before.resolve(part)
    if (old instanceof PdfStream) continue
    if (usesBefore(comparison, num).every(({ holder, path }) => isInStore(comparison, { holder, path, former }))) {
      comparison.settled.add(num)
    }
  }
}

interface Place {
  readonly holder: number | null
  readonly path: string
  readonly former: ReadonlySet<number | null>
}

function isInStore({ before }: Comparison, { holder, path, former }: Place): boolean {
  if (holder === before.catalog.ref.num) return path === 'DSS' || path.startsWith('DSS/')
  return former.has(holder)
}
