/**
 * The pages that show an object: as their content, a picture or a font on them, or through other objects.
 *
 * Goes up from all objects at once, reading the file over once for each step.
 */
import { isName, type PdfDocument, PdfRef } from '@rubrica/pdf'
import { locatePage } from './locate-page.ts'
import { ReferenceIndex } from './reference-index.ts'

/** Steps up: page, resources, form, its resources, font, descriptor, font file. */
const MOST_STEPS = 7
/** Objects that are looked at in one step. */
const MOST_HOLDERS = 2_000

/**
 * Page numbers from 1, in order, for each of the objects; none for what no page shows.
 * @throws CodedError PDF_TOO_COMPLEX, PDF_DAMAGED
 */
export function locateUses(document: PdfDocument, numbers: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const pages = new Map(numbers.map((num) => [num, new Set<number>()]))
  const seen = new Set(numbers.map((num) => `${num} ${num}`))
  // Which of the objects asked for led to an object.
  let front = new Map(numbers.map((num) => [num, new Set([num])]))
  for (let step = 0; step < MOST_STEPS && front.size > 0 && front.size <= MOST_HOLDERS; step++) {
    const index = new ReferenceIndex(document, new Set(front.keys()))
    const above = new Map<number, Set<number>>()
    for (const [num, origins] of front) {
      const holders = new Set(index.usesOf(document, num).map(({ holder }) => holder))
      for (const holder of holders) climb({ document, holder, origins, pages, seen, above })
    }
    front = above
  }
  return new Map([...pages].map(([num, found]) => [num, [...found].sort((a, b) => a - b)]))
}

interface Climb {
  readonly document: PdfDocument
  /** Null for the trailer. */
  readonly holder: number | null
  readonly origins: ReadonlySet<number>
  readonly pages: ReadonlyMap<number, Set<number>>
  readonly seen: Set<string>
  readonly above: Map<number, Set<number>>
}

function climb({ document, holder, origins, pages, seen, above }: Climb): void {
  if (holder === null) return
  const ref = referenceTo(document, holder)
  const page = locatePage(document, ref)
  for (const origin of origins) {
    if (page !== null) pages.get(origin)?.add(page)
    const key = `${origin} ${holder}`
    if (page !== null || seen.has(key) || isAboveAll(document, ref)) continue
    seen.add(key)
    above.set(holder, (above.get(holder) ?? new Set()).add(origin))
  }
}

/** Through the catalogue and the page tree everything belongs to everything. */
function isAboveAll(document: PdfDocument, ref: PdfRef): boolean {
  const type = document.resolveDict(ref)?.get('Type')
  return isName(type, 'Catalog') || isName(type, 'Pages')
}

/** A reference to a number, of the generation that it has now. */
export function referenceTo(document: PdfDocument, num: number): PdfRef {
  const entry = document.entry(num)
  return new PdfRef(num, entry?.type === 'offset' ? entry.gen : 0)
}
