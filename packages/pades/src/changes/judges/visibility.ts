/**
 * Whether readers draw an annotation, and how much of a page it takes (ISO 32000-2 clause 12.5.3).
 *
 * One that takes most of a page hides what was signed (the "sneaky signature attack"). Signatures come and forms are
 * filled in after a signature; that one lies over what is printed is not recognised by its size.
 */
import {
  geometryOf,
  isArray,
  isInteger,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfStream,
  walkPages,
} from '@rubrica/pdf'
import { objectAt } from '../graph/touched-objects.ts'
import { everyCanvas, isBlank } from '../canvas/appearance.ts'
import { type Box, boxOf } from '../canvas/geometry.ts'
import type { Comparison } from '../comparison.ts'

/** Clause 12.5.3. Invisible is for unknown kinds of annotations only. */
const FLAGS = { hidden: 2, print: 4, noView: 32, toggleNoView: 256 }
const LARGEST_SHARE = 0.5
/** Half of a page that is seven centimetres wide and high: below, pages need not be looked at. */
const SMALL = 20_000

/** Whether readers draw something there. */
export function isVisible(document: PdfDocument, part: PdfObject): boolean {
  const dict = document.resolve(part)
  if (dict instanceof PdfStream || !(dict instanceof PdfDict)) return false
  const flags = document.resolve(dict.get('F'))
  // What is hidden with a look of its own waits to be shown: scripts and actions can do that.
  if (isFlags(flags) && isHidden(flags) && everyCanvas(document, dict.get('AP'), isBlank)) return false
  const rectangle = document.resolve(dict.get('Rect'))
  if (!isArray(rectangle)) return false
  const [x0, y0, x1, y1] = rectangle.map((side) => document.resolve(side))
  return x0 !== x1 && y0 !== y1
}

/** What is not seen on the screen may still be printed, or be shown when the pointer comes. */
function isHidden(flags: number): boolean {
  const isSeldomShown = (flags & FLAGS.noView) !== 0 && (flags & (FLAGS.print | FLAGS.toggleNoView)) === 0
  return (flags & FLAGS.hidden) !== 0 || isSeldomShown
}

/** Readers disagree on numbers that are too large, and on those that are no integers. */
const isFlags = (flags: PdfObject): flags is number => isInteger(flags) && flags >= 0 && flags < 2 ** 31

/** The page of an annotation, or none: a name there would say how optional content is shown. */
export function isPlaceOnPage({ after }: Comparison, value: PdfObject | undefined): boolean {
  const page = after.resolve(value)
  return page === null || page instanceof PdfDict
}

/** Areas of the smallest pages that show an annotation, by its number. */
type Areas = ReadonlyMap<number, number>

const known = new WeakMap<PdfDocument, Areas>()

/** Whether a widget of the newer revision takes more than half of a page that shows it. */
export function takesPage({ after }: Comparison, num: number): boolean {
  const widget = objectAt(after, num)
  const box = widget instanceof PdfDict ? boxOf(after, widget.get('Rect')) : null
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

const areaOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom)
