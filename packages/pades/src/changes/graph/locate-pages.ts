/**
 * The pages that show an object (ISO 32000-2 clauses 7.7.3 and 12.5.2): the one that it belongs to, else those that have
 * it as their content, a picture or a font on them, or through other objects.
 *
 * Goes up from the object by /P and /Parent, so that no other page is read unless the tree is uneven.
 */
import { isArray, isName, PdfDict, type PdfDocument, type PdfObject, PdfRef, PdfStream } from '@rubrica/pdf'
import type { ReferenceGraph } from './reference-graph.ts'

const DEEPEST = 64
/** Steps up: page, resources, form, its resources, font, descriptor, font file. */
const MOST_STEPS = 7
/** Objects that are looked at on the way up. */
const MOST_HOLDERS = 2_000
/** Pages of an uneven tree that are looked at. */
const MOST_SIBLINGS = 10_000

/** From 1; null when the object is neither a page nor an annotation that names its page. */
export function locatePage(document: PdfDocument, ref: PdfRef): number | null {
  const value = document.resolve(ref)
  if (!(value instanceof PdfDict)) return null
  if (isPage(document, value)) return pageNumber(document, ref, value)
  const page = value.get('P') ?? firstKidPage(document, value)
  const dict = document.resolve(page)
  return page instanceof PdfRef && dict instanceof PdfDict && isPage(document, dict)
    ? pageNumber(document, page, dict)
    : null
}

function isPage(document: PdfDocument, dict: PdfDict): boolean {
  return isName(document.resolve(dict.get('Type')), 'Page')
}

function firstKidPage(document: PdfDocument, field: PdfDict): PdfObject | undefined {
  const kids = document.resolve(field.get('Kids'))
  const kid = isArray(kids) ? document.resolve(kids[0]) : null
  return kid instanceof PdfDict ? kid.get('P') : undefined
}

const numbers = new WeakMap<PdfDocument, Map<number, number | null>>()

function pageNumber(document: PdfDocument, ref: PdfRef, page: PdfDict): number | null {
  const known = numbers.get(document) ?? new Map<number, number | null>()
  numbers.set(document, known)
  const number = known.get(ref.num) ?? countPages(document, ref, page)
  known.set(ref.num, number)
  return number
}

function countPages(document: PdfDocument, ref: PdfRef, page: PdfDict): number | null {
  let before = 0
  let child = ref
  let parent = page.get('Parent')
  for (let depth = 0; parent instanceof PdfRef && depth < DEEPEST; depth++) {
    const node = document.resolve(parent)
    const kids = node instanceof PdfDict ? document.resolve(node.get('Kids')) : null
    if (!(node instanceof PdfDict) || !isArray(kids)) return null
    const { num } = child
    const index = kids.findIndex((kid) => kid instanceof PdfRef && kid.num === num)
    if (index === -1) return null
    before += pagesIn(document, node, kids.slice(0, index))
    child = parent
    parent = node.get('Parent')
  }
  return before + 1
}

function pagesIn(document: PdfDocument, node: PdfDict, siblings: readonly PdfObject[]): number {
  const kids = document.resolve(node.get('Kids'))
  // As many pages as kids: none of them is a branch.
  if (isArray(kids) && document.resolve(node.get('Count')) === kids.length) return siblings.length
  if (siblings.length > MOST_SIBLINGS) return siblings.length
  return siblings.reduce<number>((sum, kid) => sum + leavesOf(document, kid), 0)
}

function leavesOf(document: PdfDocument, kid: PdfObject): number {
  const value = document.resolve(kid)
  if (value instanceof PdfStream || !(value instanceof PdfDict)) return 0
  const count = document.resolve(value.get('Count'))
  return isArray(document.resolve(value.get('Kids'))) && typeof count === 'number' ? count : 1
}

/** Numbers of the pages that use an object, from 1, in order; none for what no page shows. */
export function locateUses(document: PdfDocument, graph: ReferenceGraph, num: number): readonly number[] {
  const pages = new Set<number>()
  const seen = new Set([num])
  let front = [num]
  for (let step = 0; step < MOST_STEPS && seen.size <= MOST_HOLDERS; step++) {
    const holders = new Set(front.flatMap((at) => graph.usesOf(document, at).map(({ holder }) => holder)))
    front = []
    for (const holder of holders) {
      if (holder === null || seen.has(holder)) continue
      seen.add(holder)
      const ref = referenceTo(document, holder)
      const page = locatePage(document, ref)
      if (page !== null) pages.add(page)
      else if (!isAboveAll(document, ref)) front.push(holder)
    }
  }
  return [...pages].sort((a, b) => a - b)
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
