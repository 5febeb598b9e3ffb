/**
 * The entries of the validation data that say which signature needs what (ISO 32000-2 clause 12.8.4.4).
 *
 * They are optional, and writers that renew an archive may leave them out: that loses nothing as long as the store
 * lists what they led to. Some of these writers copy its parts, so they are compared by what they say.
 */
import { isArray, PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import { decodeIfPossible } from '../decode-if-possible.ts'
import type { Comparison } from '../comparison.ts'

/** The list of the store that has what a list of a signature has. */
const LISTED_IN: Readonly<Record<string, string>> = { Cert: 'Certs', CRL: 'CRLs', OCSP: 'OCSPs' }
/** What no later reader needs: the type, and when the entry was made. */
const IDLE = new Set(['TU', 'Type'])

/**
 * Whether each entry is still there, or all that it led to.
 * @param old the store before, if any
 */
export function keepsSignatures({ before, after }: Comparison, old: PdfObject, now: PdfDict): boolean {
  const former = old instanceof PdfDict ? before.resolve(old.get('VRI')) : null
  if (!(former instanceof PdfDict)) return true
  const latter = after.resolve(now.get('VRI'))
  const kept = latter instanceof PdfDict ? latter : new PdfDict()
  const gone = [...former.entries].filter(([key]) => key !== 'Type' && kept.get(key) === undefined)
  if (gone.length === 0) return true
  const listed = new Map(Object.values(LISTED_IN).map((list) => [list, contentsOf(after, now.get(list))]))
  return gone.every(([, entry]) => isListed(before, before.resolve(entry), listed))
}

function isListed(
  document: PdfDocument,
  entry: PdfObject,
  listed: ReadonlyMap<string, ReadonlySet<string | null>>,
): boolean {
  if (!(entry instanceof PdfDict)) return false
  return [...entry.entries].every(([key, value]) => {
    if (IDLE.has(key)) return true
    const there = listed.get(LISTED_IN[key] ?? '')
    return there !== undefined && [...contentsOf(document, value)].every((item) => item !== null && there.has(item))
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
