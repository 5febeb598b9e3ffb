/**
 * How much of a page a widget takes, and whether it lies over a signature that was there.
 *
 * Difficulty: medium. Signatures and forms may be filled in after a signature; one that is as large as the page hides what
 * was signed ("sneaky signature attack"), and one that lies over a signature hides that. Only large widgets, or those of
 * signatures, are looked for on the pages.
 */
import { isArray, isName, PdfDict, type PdfObject, PdfRef } from '../../objects/pdf-objects.ts'
import { geometryOf, readBox, walkPages } from '../../reader/page-tree.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import type { Comparison } from '../comparison.ts'
import { objectAt } from '../touched-objects.ts'
import { fieldType, inheritedOf } from './field-facts.ts'

type Box = readonly [left: number, bottom: number, right: number, top: number]

interface Place {
  readonly num: number
  readonly box: Box
}

interface PagePlaces {
  readonly area: number
  readonly places: readonly Place[]
}

/** Of the page, or of another signature. */
const LARGEST_SHARE = 0.5
/** Half of a page that is seven centimetres wide and high: below, pages need not be looked at. */
const SMALL = 20_000

const pagesOf = new WeakMap<PdfDocument, ReadonlyMap<number, readonly PagePlaces[]>>()

/** Whether a widget of the newer revision takes more than half of a page that shows it. */
export function takesPage({ after }: Comparison, num: number): boolean {
  const box = boxOf(after, objectAt(after, num))
  if (box === null || areaOf(box) <= SMALL) return false
  return pagesWith(after, num).some(({ area }) => areaOf(box) > area * LARGEST_SHARE)
}

/** Whether a widget hides most of a signature that could be seen in the older revision. */
export function hidesSignature({ before, after }: Comparison, num: number): boolean {
  const box = boxOf(after, objectAt(after, num))
  if (box === null || areaOf(box) === 0) return false
  return pagesWith(after, num).some(({ places }) =>
    places.some(
      (other) =>
        other.num !== num &&
        areaOf(other.box) > 0 &&
        areaOf(common(box, other.box)) > areaOf(other.box) * LARGEST_SHARE &&
        isSignature(before, objectAt(before, other.num)),
    ),
  )
}

function isSignature(document: PdfDocument, value: PdfObject): boolean {
  if (!(value instanceof PdfDict) || fieldType(document, value) !== 'Sig') return false
  return inheritedOf(document, value, 'V') instanceof PdfDict
}

function pagesWith(document: PdfDocument, num: number): readonly PagePlaces[] {
  const known = pagesOf.get(document) ?? listPlaces(document)
  pagesOf.set(document, known)
  return known.get(num) ?? []
}

function listPlaces(document: PdfDocument): ReadonlyMap<number, readonly PagePlaces[]> {
  const found = new Map<number, PagePlaces[]>()
  for (const page of walkPages(document)) {
    const list = document.resolve(page.dict.get('Annots'))
    if (!isArray(list) || list.length === 0) continue
    const [x0, y0, x1, y1] = geometryOf(document, page).cropBox
    const places = list.flatMap((item) => placeOf(document, item))
    const shown = { area: (x1 - x0) * (y1 - y0), places }
    for (const { num } of places) found.set(num, [...(found.get(num) ?? []), shown])
  }
  return found
}

function placeOf(document: PdfDocument, item: PdfObject): readonly Place[] {
  const widget = document.resolve(item)
  if (!(item instanceof PdfRef) || !(widget instanceof PdfDict)) return []
  const box = isName(document.resolve(widget.get('Subtype')), 'Widget') ? boxOf(document, widget) : null
  return box === null ? [] : [{ num: item.num, box }]
}

function boxOf(document: PdfDocument, value: PdfObject): Box | null {
  return value instanceof PdfDict ? readBox(document, document.resolve(value.get('Rect'))) : null
}

const areaOf = ([left, bottom, right, top]: Box): number => Math.max(0, right - left) * Math.max(0, top - bottom)

function common(one: Box, other: Box): Box {
  const [left, bottom] = [Math.max(one[0], other[0]), Math.max(one[1], other[1])]
  return [left, bottom, Math.min(one[2], other[2]), Math.min(one[3], other[3])]
}
