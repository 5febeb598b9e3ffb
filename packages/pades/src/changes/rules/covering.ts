/**
 * Whether a comment could be taken for content of the page, or hide it (ISO 32000-2 clause 12.5.6).
 *
 * Difficulty: high. Under DocMDP P=3 comments may come, go and change, which the "evil annotation attack" uses to put
 * other words over the certified ones. A mark on text may be coloured as long as what lies below shines through; what
 * paints text, pictures or a filling of its own is no mark. So such a comment is told without a rule that allows it,
 * although the standard does.
 */
import { isArray, isName, PdfDict, PdfName, type PdfObject, PdfStream } from '../../objects/pdf-objects.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import { isVisible } from './new-field.ts'
import { paintsOpaquely, WIDEST_LINE } from './opaque-painting.ts'

/** Readers draw these over the page even without an appearance. */
const PAINTING = new Set(['FreeText', 'Redact', 'Stamp', 'Watermark'])
/** States within an appearance. */
const DEEPEST = 2

export function coversContent(document: PdfDocument, annotation: PdfDict): boolean {
  if (!isVisible(document, annotation)) return false
  const kind = document.resolve(annotation.get('Subtype'))
  if (isName(kind, 'Popup')) return paintsOver(document, annotation.get('AP'), 0)
  if (!(kind instanceof PdfName) || PAINTING.has(kind.value)) return true
  const inside = document.resolve(annotation.get('IC'))
  if (isWide(borderWidth(document, annotation))) return true
  return (isArray(inside) && inside.length > 0) || paintsOver(document, annotation.get('AP'), 0)
}

const isWide = (width: PdfObject): boolean => typeof width === 'number' && width > WIDEST_LINE

/** As readers draw it without an appearance (clause 12.5.4). */
function borderWidth(document: PdfDocument, annotation: PdfDict): PdfObject {
  const style = document.resolveDict(annotation.get('BS'))
  const border = document.resolve(annotation.get('Border'))
  return document.resolve(style?.get('W') ?? (isArray(border) ? border[2] : null))
}

function paintsOver(document: PdfDocument, place: PdfObject | undefined, depth: number): boolean {
  const value = document.resolve(place)
  if (value instanceof PdfStream) return paintsOpaquely(document, value)
  if (!(value instanceof PdfDict)) return false
  return depth >= DEEPEST || [...value.entries.values()].some((state) => paintsOver(document, state, depth + 1))
}
