/**
 * Annotations that are no form fields (ISO 32000-2 clause 12.5): comments, where the certification allows them.
 *
 * Only mark-up may come, go and change (clause 12.8.2.2), and none may act by itself.
 */
import { isName, type PdfDict, type PdfDocument, PdfName, type PdfStream } from '@rubrica/pdf'
import type { ChangeRule } from '../change.ts'
import { saysTheSame } from '../same-value.ts'
import { streamsOf } from '../canvas/appearance.ts'
import { boxOf, numbersIn, scaleOf } from '../canvas/geometry.ts'
import { isDark, isWhite, matrixOf, paintsOpaquely, WIDEST_LINE } from '../canvas/hides.ts'
import { isSameAppearance } from '../canvas/same-look.ts'
import { type Comparison, report, touchedKeys } from '../comparison.ts'
import type { WholeChange } from '../model/entries.ts'
import { kindOfAction } from './actions.ts'
import { isPlaceOnPage, isVisible } from './visibility.ts'

/** Mark-up annotations and what belongs to them (clause 12.5.6.2). */
const COMMENTS = new Set([
  'Caret',
  'Circle',
  'FreeText',
  'Highlight',
  'Ink',
  'Line',
  'PolyLine',
  'Polygon',
  'Popup',
  'Square',
  'Squiggly',
  'Stamp',
  'StrikeOut',
  'Text',
  'Underline',
])
/** Files, media and fields, which are more than a comment. */
const CARRYING = ['AF', 'ExData', 'FS', 'FT', 'Movie', 'PA', 'Sound']
const ACTING = ['A', 'AA']
/** Entries that say nothing to a reader of the document. */
const QUIET = new Set(['M', 'NM'])

type Pair = readonly [PdfDict, PdfDict]

export function judgeNewAnnotation(comparison: Comparison, num: number, annotation: PdfDict): void {
  const { after } = comparison
  const actions = ACTING.filter((key) => annotation.get(key) !== undefined)
  for (const key of actions) report(comparison, { what: kindOfAction(after, annotation.get(key)), num })
  const carries = CARRYING.some((key) => annotation.get(key) !== undefined)
  const isMark = isComment(after, annotation) && !coversContent(after, annotation)
  const rule = actions.length === 0 && isMark && !carries ? 'ANNOTATION' : null
  report(comparison, { what: 'ANNOTATION_ADDED', num, rule })
}

export function compareAnnotations(comparison: Comparison, { num, old, now, parts }: WholeChange): void {
  const changed = [...new Set([...touchedKeys(comparison, old, now), ...parts])].filter(
    (key) => key !== 'AP' && !saysTheSame(comparison, old.get(key), now.get(key)),
  )
  if (!isSameAppearance(comparison, [old.get('AP'), now.get('AP')])) changed.push('AP')
  if (changed.length === 0) return
  for (const key of changed) {
    if (ACTING.includes(key)) report(comparison, { what: kindOfAction(comparison.after, now.get(key)), num })
  }
  report(comparison, { what: 'ANNOTATION_CHANGED', num, rule: ruleFor(comparison, changed, [old, now]) })
}

function ruleFor(comparison: Comparison, changed: readonly string[], [old, now]: Pair): ChangeRule | null {
  const { before, after } = comparison
  const isQuiet = (key: string): boolean =>
    QUIET.has(key) ||
    (key === 'P' && isPlaceOnPage(comparison, now.get(key))) ||
    // Another part of the structure would be read out in its place.
    (key === 'StructParent' && before.resolve(old.get(key)) === null)
  if (changed.every(isQuiet)) return 'HARMLESS'
  const kind = before.resolve(old.get('Subtype'))
  const kindNow = after.resolve(now.get('Subtype'))
  const isSameKind = kind instanceof PdfName && kindNow instanceof PdfName && kind.value === kindNow.value
  const covers = coversContent(before, old) || coversContent(after, now)
  const isMark = isSameKind && isComment(after, now) && !covers
  return isMark && !changed.some((key) => CARRYING.includes(key)) ? 'ANNOTATION' : null
}

export function isComment(document: PdfDocument, annotation: PdfDict): boolean {
  const kind = document.resolve(annotation.get('Subtype'))
  return kind instanceof PdfName && COMMENTS.has(kind.value)
}

/** Readers draw these over the page even without an appearance. */
const PAINTING = new Set(['FreeText', 'Redact', 'Stamp', 'Watermark'])

/**
 * Whether a comment could be taken for content of the page, or hide it.
 *
 * Under DocMDP P=3 comments may come, go and change, which the "evil annotation attack" uses to put other words over
 * the certified ones. A mark on text may be coloured as long as what lies below shines through; what paints text,
 * pictures or a filling of its own is no mark. So such a comment is reported without a rule that allows it, although
 * the standard does.
 */
export function coversContent(document: PdfDocument, annotation: PdfDict): boolean {
  if (!isVisible(document, annotation)) return false
  const kind = document.resolve(annotation.get('Subtype'))
  if (isName(kind, 'Popup')) return paintsOver(document, annotation)
  if (!(kind instanceof PdfName) || PAINTING.has(kind.value)) return true
  if (borderWidth(document, annotation) > WIDEST_LINE || isErasing(document, annotation)) return true
  // Readers write such words over the page by themselves.
  if (document.resolve(annotation.get('Cap')) === true) return true
  return numbersIn(document, annotation.get('IC')).length > 0 || paintsOver(document, annotation)
}

/**
 * Marks that readers draw in a colour of their own choice: what a dark one is laid on, or a white one drawn over, is
 * gone.
 */
function isErasing(document: PdfDocument, annotation: PdfDict): boolean {
  const colour = numbersIn(document, annotation.get('C'))
  if (colour.length === 0) return false
  const kind = document.resolve(annotation.get('Subtype'))
  return isName(kind, 'Highlight') ? isDark(colour) : !isName(kind, 'Text') && isWhite(colour)
}

/** As readers draw it without an appearance (clause 12.5.4). */
function borderWidth(document: PdfDocument, annotation: PdfDict): number {
  const width = document.resolve(document.resolveDict(annotation.get('BS'))?.get('W'))
  return typeof width === 'number' ? width : (numbersIn(document, annotation.get('Border'))[2] ?? 0)
}

function paintsOver(document: PdfDocument, annotation: PdfDict): boolean {
  const streams = streamsOf(document, annotation.get('AP'))
  return streams?.some((stream) => paintsOpaquely(document, stream, fitOf(document, annotation, stream))) !== false
}

/** How much larger than its units an appearance is shown, at least as large (clause 12.5.5). */
function fitOf(document: PdfDocument, annotation: PdfDict, stream: PdfStream): number {
  const shown = boxOf(document, annotation.get('Rect'))
  const drawn = boxOf(document, stream.dict.get('BBox'))
  if (shown === null || drawn === null) return 1
  const larger = Math.max((shown[2] - shown[0]) / (drawn[2] - drawn[0]), (shown[3] - shown[1]) / (drawn[3] - drawn[1]))
  // The box is as large as the matrix makes it, which is what is fitted into the rectangle.
  return Math.max(1, larger) / Math.max(scaleOf(matrixOf(document, stream)), Number.MIN_VALUE)
}
