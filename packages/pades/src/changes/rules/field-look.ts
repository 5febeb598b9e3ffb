/**
 * Whether a field may look otherwise than it was signed (ISO 32000-2 clauses 12.7.4.3 and 12.7.5).
 *
 * Filling in is allowed, painting over the page is not: a field can be as large as the page, and what its appearance
 * shows need not be its value. So text and choices show text, a box is ticked by a small mark, and a button, which has
 * no value, shows anything else only together with the signature that it repeats.
 */
import { isArray, isInteger, PdfDict, type PdfDocument, type PdfObject, type PdfStream } from '@rubrica/pdf'
import { type Comparison, numberOf } from '../comparison.ts'
import { streamsOf } from './appearance-streams.ts'
import { inheritedOf, isSignedBetween } from './field-facts.ts'
import { takesPage } from './page-share.ts'
import { readPaintedText } from './painted-text.ts'
import { showsValue } from './shown-values.ts'
import { repeatsNewSignature } from './signing-look.ts'

export interface FieldLook {
  readonly num: number
  readonly old: PdfDict
  readonly now: PdfDict
  readonly type: string
  /** Whether the field or one above it has another value than before. */
  readonly isFilled: boolean
}

const PUSHBUTTON = 65_536
/** A box to be ticked is smaller, in points. */
const LARGEST_BOX = 72

export function mayLookOtherwise(comparison: Comparison, look: FieldLook): boolean {
  return isOwn(comparison, look) && !takesPage(comparison, look.num) && isAllowed(comparison, look)
}

/** An appearance dictionary that something else refers to as well is not the field's to change. */
function isOwn({ before, references }: Comparison, { num, old }: FieldLook): boolean {
  const place = numberOf(old.get('AP'))
  return place === null || references.usesOf(before, place).every(({ holder }) => holder === num)
}

function isAllowed(comparison: Comparison, look: FieldLook): boolean {
  const { before, after } = comparison
  const appearance = after.resolve(look.now.get('AP'))
  // Readers draw text and choices that have no appearance by themselves.
  if (appearance === null) return look.isFilled && isText(look.type)
  if (!(appearance instanceof PdfDict)) return false
  if (look.type === 'Sig')
    return isSignedBetween({ before, after }, look.old, look.now) || isLeftBlank(comparison, look)
  if (look.type === 'Btn') return repeatsNewSignature(comparison, look) || isTicked(comparison, look)
  return isText(look.type) && showsText(comparison, look, appearance)
}

const isText = (type: string): boolean => type === 'Tx' || type === 'Ch'

function showsText({ before, after }: Comparison, { old, now, isFilled }: FieldLook, appearance: PdfDict): boolean {
  const streams = streamsOf(after, appearance)
  if (streams === null) return false
  if (isFilled) return streams.every((stream) => readPaintedText(after, stream) !== null)
  // Nothing was drawn: readers drew the value by themselves.
  return before.resolve(old.get('AP')) === null && streams.every((stream) => showsValue(after, now, stream))
}

function isTicked(comparison: Comparison, { old, now, isFilled }: FieldLook): boolean {
  const { before, after } = comparison
  const flags = inheritedOf(before, old, 'Ff')
  if (!isFilled || (isInteger(flags) && (flags & PUSHBUTTON) !== 0) || !isSmall(after, now)) return false
  return streamsOf(after, now.get('AP'))?.every((stream) => isMark(after, stream)) === true
}

/** Whether a widget is as small as what is ticked; one that stands elsewhere has no size. */
function isSmall(document: PdfDocument, widget: PdfDict): boolean {
  const rectangle = document.resolve(widget.get('Rect'))
  const sides = (isArray(rectangle) ? rectangle : []).map((side) => document.resolve(side))
  const [x0, y0, x1, y1] = sides.filter((side) => typeof side === 'number')
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return sides.length === 0
  return Math.abs(x1 - x0) <= LARGEST_BOX && Math.abs(y1 - y0) <= LARGEST_BOX
}

/** At most one letter, and no picture. */
function isMark(document: PdfDocument, stream: PdfStream): boolean {
  const painted = readPaintedText(document, stream)
  return painted !== null && painted.text.length <= 1
}

/** Writers give all empty signature fields an appearance that paints nothing. */
function isLeftBlank({ before, after }: Comparison, { old, now }: FieldLook): boolean {
  return inheritedOf(after, now, 'V') === null && isBlank(before, old.get('AP')) && isBlank(after, now.get('AP'))
}

function isBlank(document: PdfDocument, place: PdfObject | undefined): boolean {
  return streamsOf(document, place)?.every((stream) => readPaintedText(document, stream)?.look === '') === true
}
