/**
 * Whether a widget takes so much of a page that it hides what was signed (the "sneaky signature attack").
 *
 * Signatures come and forms are filled in after a signature; that one lies over what is printed, or over another
 * signature, is not recognised by its size. Only large widgets are looked for on the pages.
 */
import { geometryOf, isArray, PdfDict, type PdfDocument, PdfRef, readBox, walkPages } from '@rubrica/pdf'
import type { Comparison } from '../comparison.ts'
import { objectAt } from '../touched-objects.ts'

const LARGEST_SHARE = 0.5
/** Half of a page that is seven centimetres wide and high: below, pages need not be looked at. */
const SMALL = 20_000

/** Areas of the smallest pages that show an annotation, by its number. */
type Areas = ReadonlyMap<number, number>

const known = new WeakMap<PdfDocument, Areas>()

/** Whether a widget of the newer revision takes more than half of a page that shows it. */
export function takesPage({ after }: Comparison, num: number): boolean {
  const widget = objectAt(after, num)
  const box = widget instanceof PdfDict ? readBox(after, after.resolve(widget.get('Rect'))) : null
  const area = box === null ? 0 : areaOf(box)
  if (area <= SMALL) return false
  const areas = known.get(after) ?? areasOf(after)
  known.set(after, areas)
  return area > (areas.get(num) ?? Infinity) * LARGEST_SHARE
}

function areasOf(document: PdfDocument): Areas {
  const areas = new Map<number, number>()
  for (const page of walkPages(document)) {
    const list = document.resolve(page.dict.get('Annots'))
    if (!isArray(list) || list.length === 0) continue
    const area = areaOf(geometryOf(document, page).cropBox)
    for (const item of list) {
      if (item instanceof PdfRef) areas.set(item.num, Math.min(area, areas.get(item.num) ?? Infinity))
    }
  }
  return areas
}

const areaOf = ([left, bottom, right, top]: readonly [number, number, number, number]): number =>
  (right - left) * (top - bottom)
