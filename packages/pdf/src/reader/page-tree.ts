/**
 * Pages in order, with what they inherit (ISO 32000-2 clause 7.7.3).
 *
 * /Count is never believed, and held against the pages when all of them are read. The walk is lazy:
 * page 1 touches only its ancestors.
 */
import { PdfError } from '../pdf-error.ts'
import { isArray, isName, PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects/pdf-objects.ts'
import { LIMITS } from './limits.ts'
import type { PdfDocument } from './pdf-document.ts'

export interface Page {
  /** Null for a page that stands directly in /Kids, which no update can change. */
  readonly ref: PdfRef | null
  readonly dict: PdfDict
  /** The nearest value of an inheritable attribute, resolved; null when there is none. */
  readonly attribute: (key: string) => PdfObject
}

interface Node {
  readonly object: PdfObject
  readonly parent: TreeNode | null
}

export interface TreeNode {
  readonly dict: PdfDict
  readonly parent: TreeNode | null
  /** Object number, to notice circles; 0 for a direct dictionary. */
  readonly num: number
  readonly depth: number
  /** Pages below that the walk has come to. */
  pages: number
}

/**
 * @param branches gathers the nodes that have kids
 * @throws PdfError PDF_TOO_MANY_PAGES, PDF_TOO_COMPLEX, PDF_DAMAGED
 */
export function* walkPages(document: PdfDocument, branches: TreeNode[] = []): Generator<Page, void> {
  const stack: Node[] = [{ object: document.catalog.dict.get('Pages') ?? null, parent: null }]
  let nodes = 0
  let pages = 0
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (++nodes > LIMITS.pageTreeNodes) throw new PdfError('PDF_TOO_COMPLEX', { what: 'page tree' })
    const current = openNode(document, node)
    if (current === null) continue
    const kids = document.resolve(current.dict.get('Kids'))
    if (isArray(kids) && !isName(document.resolve(current.dict.get('Type')), 'Page')) {
      for (let i = kids.length - 1; i >= 0; i--) stack.push({ object: kids[i] ?? null, parent: current })
      if (stack.length > LIMITS.pageTreeNodes) throw tooMany(kids.length)
      branches.push(current)
      continue
    }
    assertLeaf(kids)
    if (++pages > LIMITS.pages) throw tooMany(pages)
    countPage(current)
    yield pageOf(document, node.object, current)
  }
}

function countPage({ parent }: TreeNode): void {
  for (let above = parent; above !== null; above = above.parent) above.pages++
}

/**
 * All pages. Widespread readers go by /Count: with a wrong one they show fewer pages than there are, or none in places
 * where others show some.
 * @throws PdfError as `walkPages`; PDF_DAMAGED with the reason PAGE_COUNT
 */
export function readPages(document: PdfDocument): readonly Page[] {
  const branches: TreeNode[] = []
  const pages = [...walkPages(document, branches)]
  for (const branch of branches) {
    const count = document.resolve(branch.dict.get('Count'))
    if (count === branch.pages) continue
    throw new PdfError('PDF_DAMAGED', { reason: 'PAGE_COUNT', pages: branch.pages })
  }
  return pages
}

function tooMany(pages: number): PdfError {
  return new PdfError('PDF_TOO_MANY_PAGES', { atLeast: pages, limit: LIMITS.pages })
}

function assertLeaf(kids: PdfObject): void {
  if (isArray(kids) && kids.length > 0) throw ambiguous('kids of a page')
}

/** Widespread readers disagree on whether there is a page: a person could sign other pages than another one sees. */
function ambiguous(what: string): PdfError {
  return new PdfError('PDF_DAMAGED', { what })
}

/** Null for what is no node. Throws PDF_DAMAGED, PDF_TOO_COMPLEX. */
export function openNode(document: PdfDocument, { object, parent }: Node): TreeNode | null {
  const dict = document.resolve(object)
  if (dict instanceof PdfStream) throw ambiguous('page as a stream')
  if (!(dict instanceof PdfDict)) return null
  const num = object instanceof PdfRef ? object.num : 0
  const depth = parent === null ? 0 : parent.depth + 1
  if (depth > LIMITS.depth) throw new PdfError('PDF_TOO_COMPLEX', { what: 'page tree depth' })
  for (let above = parent; above !== null; above = above.parent) {
    if (num !== 0 && above.num === num) throw new PdfError('PDF_DAMAGED', { what: 'page tree in a circle' })
  }
  return { dict, parent, num, depth, pages: 0 }
}

export function pageOf(document: PdfDocument, object: PdfObject, node: TreeNode): Page {
  return {
    ref: object instanceof PdfRef ? object : null,
    dict: node.dict,
    attribute: (key) => {
      for (let at: TreeNode | null = node; at !== null; at = at.parent) {
        const value = document.resolve(at.dict.get(key))
        if (value !== null) return value
      }
      return null
    },
  }
}

/**
 * Several pages in one walk, which goes no further than the last of them.
 * @param wanted numbers from 1
 * @throws PdfError PAGE_OUT_OF_RANGE
 */
export function walkToPages(document: PdfDocument, wanted: ReadonlySet<number>): ReadonlyMap<number, Page> {
  const found = new Map<number, Page>()
  let at = 0
  if (wanted.size > 0) {
    for (const page of walkPages(document)) {
      if (wanted.has(++at)) found.set(at, page)
      if (found.size === wanted.size) return found
    }
  }
  const missing = [...wanted].find((number) => !found.has(number))
  if (missing !== undefined) throw new PdfError('PAGE_OUT_OF_RANGE', { page: missing, pages: at })
  return found
}

const LETTER = [0, 0, 612, 792] as const

/** Page geometry in PDF terms: CropBox in default user space, clockwise rotation, size of a user space unit. */
export interface PageGeometry {
  readonly cropBox: readonly [number, number, number, number]
  readonly rotate: 0 | 90 | 180 | 270
  readonly userUnit: number
}

/** CropBox within MediaBox, clockwise rotation, user unit; odd values as the widespread readers take them. */
export function geometryOf(document: PdfDocument, page: Page): PageGeometry {
  const media = readBox(document, page.attribute('MediaBox')) ?? LETTER
  const crop = readBox(document, page.attribute('CropBox')) ?? media
  const inner = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ] as const
  const rotate = page.attribute('Rotate')
  const unit = document.resolve(page.dict.get('UserUnit'))
  const quarter = typeof rotate === 'number' && rotate % 90 === 0 ? ((rotate % 360) + 360) % 360 : 0
  return {
    cropBox: inner[0] < inner[2] && inner[1] < inner[3] ? inner : media,
    rotate: quarter as PageGeometry['rotate'],
    userUnit: typeof unit === 'number' && unit > 0 && unit <= 100_000 ? unit : 1,
  }
}

/** A rectangle with its corners sorted; null when it is none or is empty. */
export function readBox(document: PdfDocument, value: PdfObject): readonly [number, number, number, number] | null {
  if (!isArray(value) || value.length < 4) return null
  const numbers = value.slice(0, 4).map((side) => document.resolve(side))
  if (!numbers.every((side) => typeof side === 'number' && Number.isFinite(side))) return null
  const [x0, y0, x1, y1] = numbers as [number, number, number, number]
  const box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)] as const
  return box[0] < box[2] && box[1] < box[3] ? box : null
}
