/**
 * Whether a comment could be taken for content of the page, or hide it (ISO 32000-2 clause 12.5.6).
 *
 * Under DocMDP P=3 comments may come, go and change, which the "evil annotation attack" uses to put other words over
 * the certified ones. A mark on text may be coloured as long as what lies below shines through; what paints text,
 * pictures or a filling of its own is no mark. So such a comment is reported without a rule that allows it, although
 * the standard does.
 */
import {
  isArray,
  isName,
  type PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  type PdfStream,
  readBox,
} from '@rubrica/pdf'
import { streamsOf } from './appearance-streams.ts'
import { isVisible } from './new-field.ts'
import { isDark, isWhite, matrixScaleOf, paintsOpaquely, WIDEST_LINE } from './opaque-painting.ts'

/** Readers draw these over the page even without an appearance. */
const PAINTING = new Set(['FreeText', 'Redact', 'Stamp', 'Watermark'])

export function coversContent(document: PdfDocument, annotation: PdfDict): boolean {
  if (!isVisible(document, annotation)) return false
  const kind = document.resolve(annotation.get('Subtype'))
  if (isName(kind, 'Popup')) return paintsOver(document, annotation)
  if (!(kind instanceof PdfName) || PAINTING.has(kind.value)) return true
  const inside = document.resolve(annotation.get('IC'))
  if (isWide(borderWidth(document, annotation)) || isErasing(document, annotation)) return true
  // Readers write such words over the page by themselves.
  if (document.resolve(annotation.get('Cap')) === true) return true
  return (isArray(inside) && inside.length > 0) || paintsOver(document, annotation)
}

/**
 * Marks that readers draw in a colour of their own choice: what a dark one is laid on, or a white one drawn over, is
 * gone.
 */
function isErasing(document: PdfDocument, annotation: PdfDict): boolean {
  const list = document.resolve(annotation.get('C'))
  const colour = (isArray(list) ? list : []).map((share) => document.resolve(share))
  const shares = colour.filter((share) => typeof share === 'number')
  if (shares.length === 0) return false
  const kind = document.resolve(annotation.get('Subtype'))
  return isName(kind, 'Highlight') ? isDark(shares) : !isName(kind, 'Text') && isWhite(shares)
}

const isWide = (width: PdfObject): boolean => typeof width === 'number' && width > WIDEST_LINE

/** As readers draw it without an appearance (clause 12.5.4). */
function borderWidth(document: PdfDocument, annotation: PdfDict): PdfObject {
  const style = document.resolveDict(annotation.get('BS'))
  const border = document.resolve(annotation.get('Border'))
  return document.resolve(style?.get('W') ?? (isArray(border) ? border[2] : null))
}

function paintsOver(document: PdfDocument, annotation: PdfDict): boolean {
  const streams = streamsOf(document, annotation.get('AP'))
  return streams?.some((stream) => paintsOpaquely(document, stream, scaleOf(document, annotation, stream))) !== false
}

/** How much larger than its units an appearance is shown, at least as large (clause 12.5.5). */
function scaleOf(document: PdfDocument, annotation: PdfDict, stream: PdfStream): number {
  const shown = readBox(document, document.resolve(annotation.get('Rect')))
  const drawn = readBox(document, document.resolve(stream.dict.get('BBox')))
  if (shown === null || drawn === null) return 1
  const matrix = matrixScaleOf(document, stream)
  const [width, height] = [drawn[2] - drawn[0], drawn[3] - drawn[1]]
  const larger = Math.max((shown[2] - shown[0]) / width, (shown[3] - shown[1]) / height)
  // The box is as large as the matrix makes it, which is what is fitted into the rectangle.
  return Math.max(1, larger) / Math.max(matrix, Number.MIN_VALUE)
}
