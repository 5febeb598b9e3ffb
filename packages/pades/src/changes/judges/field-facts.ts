/**
 * What a field or widget is, with what it inherits (ISO 32000-2 clauses 12.7.4 and 12.5.6.19).
 */
import { decodeText, isName, PdfDict, type PdfDocument, PdfName, type PdfObject, PdfString } from '@rubrica/pdf'

const DEEPEST = 64
/** The flag of a button that keeps no value (clause 12.7.5.2). */
export const PUSHBUTTON = 65_536

export function isFieldOrWidget(document: PdfDocument, dict: PdfDict): boolean {
  if (dict.get('FT') !== undefined || isName(document.resolve(dict.get('Subtype')), 'Widget')) return true
  const isNamed = document.resolve(dict.get('T')) instanceof PdfString
  return isNamed && (dict.get('Kids') !== undefined || dict.get('Parent') !== undefined) && dict.get('S') === undefined
}

/** The dictionary and those above it, nearest first. */
function lineageOf(document: PdfDocument, field: PdfDict): readonly PdfDict[] {
  const lineage = [field]
  for (let at: PdfDict | undefined = field; at !== undefined && lineage.length < DEEPEST;) {
    const parent: PdfObject = document.resolve(at.get('Parent'))
    at = parent instanceof PdfDict ? parent : undefined
    if (at !== undefined) lineage.push(at)
  }
  return lineage
}

/** The nearest value of an inheritable entry, resolved; null when there is none. */
export function inheritedOf(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  for (const dict of lineageOf(document, field)) {
    const value = document.resolve(dict.get(key))
    if (value !== null) return value
  }
  return null
}

export function qualifiedName(document: PdfDocument, field: PdfDict): string {
  const parts = lineageOf(document, field).flatMap((dict) => {
    const title = document.resolve(dict.get('T'))
    return title instanceof PdfString ? [decodeText(title)] : []
  })
  return parts.toReversed().join('.')
}

/** A field's own name; null for none and for one that could be taken for several. */
export function titleOf(document: PdfDocument, field: PdfDict): string | null {
  const title = document.resolve(field.get('T'))
  if (!(title instanceof PdfString)) return null
  const name = decodeText(title)
  return name === '' || name.includes('.') ? null : name
}

/** "Sig", "Tx", "Ch", "Btn"; empty when there is none. */
export function fieldType(document: PdfDocument, field: PdfDict): string {
  const type = inheritedOf(document, field, 'FT')
  return type instanceof PdfName ? type.value : ''
}

/** Whether a field had no value, and has one now. */
export function isSignedBetween(
  { before, after }: { readonly before: PdfDocument; readonly after: PdfDocument },
  old: PdfDict,
  now: PdfDict,
): boolean {
  return inheritedOf(before, old, 'V') === null && inheritedOf(after, now, 'V') !== null
}
