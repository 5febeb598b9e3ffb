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
import { readPaintedText } from './painted-text.ts'

/** Readers draw these over the page even without an appearance. */
const PAINTING = new Set(['FreeText', 'Redact', 'Stamp', 'Watermark'])
/** States within an appearance. */
const DEEPEST = 2
/** The graphics states that were set when something was filled, as `PaintedText.look` has them. */
const STATES = /\/(\S+) gs/g

export function coversContent(document: PdfDocument, annotation: PdfDict): boolean {
  if (!isVisible(document, annotation)) return false
  const kind = document.resolve(annotation.get('Subtype'))
  if (isName(kind, 'Popup')) return false
  if (!(kind instanceof PdfName) || PAINTING.has(kind.value)) return true
  const inside = document.resolve(annotation.get('IC'))
  return (isArray(inside) && inside.length > 0) || paintsOver(document, annotation.get('AP'), 0)
}

function paintsOver(document: PdfDocument, place: PdfObject | undefined, depth: number): boolean {
  const value = document.resolve(place)
  if (value instanceof PdfStream) return hidesWhatIsBelow(document, value)
  if (!(value instanceof PdfDict)) return false
  return depth >= DEEPEST || [...value.entries.values()].some((state) => paintsOver(document, state, depth + 1))
}

function hidesWhatIsBelow(document: PdfDocument, stream: PdfStream): boolean {
  const painted = readPaintedText(document, stream)
  if (painted === null || painted.text !== '') return true
  const fillings = painted.look.split('\n').filter((line) => line.startsWith('F'))
  return fillings.some((filling) => !shinesThrough(document, stream, filling))
}

function shinesThrough(document: PdfDocument, stream: PdfStream, filling: string): boolean {
  const states = document.resolveDict(document.resolveDict(stream.dict.get('Resources'))?.get('ExtGState'))
  const last = [...filling.matchAll(STATES)].at(-1)?.[1] ?? ''
  const mode = document.resolve(document.resolveDict(states?.get(last))?.get('BM'))
  return isName(mode, 'Multiply') || isName(mode, 'Darken')
}
