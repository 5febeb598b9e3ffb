/**
 * Whether a field may look otherwise than it was signed (ISO 32000-2 clauses 12.7.4.3 and 12.7.5).
 *
 * Filling in is allowed, painting over the page is not: a field can be as large as the page, and what its appearance
 * shows need not be its value. So text and choices show text, a box is ticked by a small mark, and a button, which has
 * no value, shows anything else only together with the signature that it repeats.
 */
import { isInteger, PdfDict, type PdfDocument, type PdfObject, type PdfStream } from '@rubrica/pdf'
import { readFields } from '../../fields/read-fields.ts'
import { inheritedOf, isSignedBetween, PUSHBUTTON } from './field-facts.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { objectAt } from '../graph/touched-objects.ts'
import { describe, everyCanvas, isBlank, isMark, streamsOf, wordsOf } from '../canvas/appearance.ts'
import { boxOf } from '../canvas/geometry.ts'
import type { Item } from '../canvas/items.ts'
import { paint } from '../canvas/paint.ts'
import { type Comparison, numberOf, usesBefore } from '../comparison.ts'
import type { EntryChange } from '../model/entries.ts'
import { showsValue } from './shown-values.ts'
import { takesPage } from './visibility.ts'

/** A box to be ticked is smaller, in points. */
const LARGEST_BOX = 72

export function mayLookOtherwise(change: EntryChange, type: string, isFilled: boolean): boolean {
  const { comparison, num, old, now } = change
  const place = numberOf(old.get('AP'))
  // An appearance dictionary that something else refers to as well is not the field's to change.
  const isOwn = place === null || usesBefore(comparison, place).every(({ holder }) => holder === num)
  if (!isOwn || takesPage(comparison, num)) return false
  const appearance = comparison.after.resolve(now.get('AP'))
  // Readers draw text and choices that have no appearance by themselves.
  if (appearance === null) return isFilled && isText(type)
  return appearance instanceof PdfDict && showsWhatItMay(change, type, isFilled)
}

function showsWhatItMay(change: EntryChange, type: string, isFilled: boolean): boolean {
  const { comparison, old, now } = change
  if (type === 'Sig') return isSignedBetween(comparison, old, now) || isLeftBlank(change)
  if (type === 'Btn') return repeatsNewSignature(change) || (isFilled && isTicked(change))
  return isText(type) && (isFilled ? showsWords(change) : showsFirstValue(change))
}

const isText = (type: string): boolean => type === 'Tx' || type === 'Ch'

const showsWords = ({ comparison: { after }, now }: EntryChange): boolean =>
  everyCanvas(after, now.get('AP'), (canvas) => wordsOf(canvas) !== null)

/** Nothing was drawn: readers drew the value by themselves. */
const showsFirstValue = ({ comparison: { before, after }, old, now }: EntryChange): boolean =>
  before.resolve(old.get('AP')) === null &&
  streamsOf(after, now.get('AP'))?.every((stream) => showsValue(after, now, stream)) === true

function isTicked({ comparison: { before, after }, old, now }: EntryChange): boolean {
  const flags = inheritedOf(before, old, 'Ff')
  if ((isInteger(flags) && (flags & PUSHBUTTON) !== 0) || !isSmall(after, now)) return false
  return everyCanvas(after, now.get('AP'), isMark)
}

/** Whether a widget is as small as what is ticked; one that stands elsewhere has no size. */
function isSmall(document: PdfDocument, widget: PdfDict): boolean {
  const box = boxOf(document, widget.get('Rect'))
  if (box === null) return document.resolve(widget.get('Rect')) === null
  return box[2] - box[0] <= LARGEST_BOX && box[3] - box[1] <= LARGEST_BOX
}

/** Writers give all empty signature fields an appearance that paints nothing. */
const isLeftBlank = ({ comparison: { before, after }, old, now }: EntryChange): boolean =>
  inheritedOf(after, now, 'V') === null &&
  everyCanvas(before, old.get('AP'), isBlank) &&
  everyCanvas(after, now.get('AP'), isBlank)

interface Look {
  readonly resources: PdfObject
  /** Words and pictures in their order: places have other sizes, so where they stand is not compared. */
  readonly said: string
}

const newLooks = new WeakMap<Comparison, readonly Look[]>()

/**
 * Whether all that is new in the appearance of a widget repeats a signature that the revision brought: writers show one
 * in further places by buttons, since its field has one place.
 */
function repeatsNewSignature({ comparison, old, now }: EntryChange): boolean {
  const { before, after } = comparison
  const former = streamsOf(before, old.get('AP')) ?? []
  const isAmong = (stream: PdfStream): boolean => former.some((other) => saysTheSame(comparison, other, stream))
  const fresh = streamsOf(after, now.get('AP'))?.filter((stream) => !isAmong(stream))
  if (fresh === undefined) return false
  const known = newLooks.get(comparison) ?? signedLooks(comparison)
  newLooks.set(comparison, known)
  return fresh.every((stream) => {
    const look = lookOf(after, stream)
    return known.some(({ resources, said }) => said === look?.said && isSameValue(resources, look.resources))
  })
}

function signedLooks({ before, after, touched }: Comparison): readonly Look[] {
  const signed = readFields(after).signatureFields.filter(({ ref, value }) => {
    const old = ref === null ? null : objectAt(before, ref.num)
    const isNew = !(old instanceof PdfDict) || inheritedOf(before, old, 'V') === null
    return value !== null && ref !== null && touched.has(ref.num) && isNew
  })
  const streams = signed.flatMap(({ widgets }) => widgets.flatMap(({ dict }) => streamsOf(after, dict.get('AP')) ?? []))
  return streams.flatMap((stream) => lookOf(after, stream) ?? [])
}

function lookOf(document: PdfDocument, stream: PdfStream): Look | null {
  const canvas = paint(document, stream)
  const said = canvas === null ? null : describe(canvas, kindOf)
  return said === null ? null : { resources: document.resolve(stream.dict.get('Resources')), said }
}

function kindOf({ state: { fill, stroke, named, font }, ...item }: Item): string {
  const what = item.kind === 'text' ? font : item.kind === 'path' ? item.operator : `/${item.name}`
  return JSON.stringify([what, fill, stroke, named])
}
