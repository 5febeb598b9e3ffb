/**
 * Finds pages without reading the others (ISO 32000-2 clause 7.7.3).
 *
 * Here /Count and /Parent are believed, as they are by widespread readers: a false one can only place a widget on
 * another page than was meant. Where they lead nowhere, all pages are walked.
 */
import { isArray, isInteger, isName, type PdfArray, PdfDict, type PdfObject, PdfRef } from '../objects/pdf-objects.ts'
import { LIMITS } from './limits.ts'
import { openNode, type Page, pageOf, type TreeNode, walkToPages } from './page-tree.ts'
import type { PdfDocument } from './pdf-document.ts'

/**
 * Pages by their numbers, from 1.
 * @throws PdfError PAGE_OUT_OF_RANGE, PDF_DAMAGED, PDF_TOO_COMPLEX
 */
export function findPages(document: PdfDocument, numbers: readonly number[]): ReadonlyMap<number, Page> {
  const wanted = new Set(numbers)
  const found = new Map<number, Page>()
  for (const number of wanted) {
    const page = lookUp(document, number)
    if (page === null) return walkToPages(document, wanted)
    found.set(number, page)
  }
  return found
}

/** A place in the tree, and which of the pages below is meant, from 1. */
interface Place {
  readonly object: PdfObject
  readonly number: number
}

function lookUp(document: PdfDocument, wanted: number): Page | null {
  let place: Place | null = { object: document.catalog.dict.get('Pages') ?? null, number: wanted }
  let parent: TreeNode | null = null
  while (place !== null) {
    const { object, number }: Place = place
    const node = openNode(document, { object, parent })
    if (node === null) return null
    const kids = document.resolve(node.dict.get('Kids'))
    if (!isArray(kids)) return number === 1 && parent !== null ? pageOf(document, object, node) : null
    // A page with kids is for the walk to judge.
    if (isName(document.resolve(node.dict.get('Type')), 'Page')) return null
    place = chooseKid(document, node, { kids, number })
    parent = node
  }
  return null
}

function chooseKid(
  document: PdfDocument,
  parent: TreeNode,
  { kids, number }: { kids: PdfArray; number: number },
): Place | null {
  // One page for each kid: nothing needs to be opened on the way.
  if (document.resolve(parent.dict.get('Count')) === kids.length) {
    return Number.isInteger(number) && number >= 1 && number <= kids.length
      ? { object: kids[number - 1] ?? null, number: 1 }
      : null
  }
  if (kids.length > LIMITS.pageTreeNodes) return null
  let left = number
  for (const object of kids) {
    const pages = countPages(document, object)
    if (pages === null) return null
    if (left <= pages) return { object, number: left }
    left -= pages
  }
  return null
}

/** What a kid claims; null for one that claims nothing. */
function countPages(document: PdfDocument, kid: PdfObject): number | null {
  const dict = document.resolve(kid)
  if (!(dict instanceof PdfDict)) return null
  if (dict.get('Kids') === undefined) return 1
  const count = document.resolve(dict.get('Count'))
  return isInteger(count) && count >= 0 ? count : null
}

/** A page by its object, with what it inherits; null when its parents do not lead to the root of the page tree. */
export function openPage(document: PdfDocument, ref: PdfRef): Page | null {
  const path = pathFromRoot(document, ref)
  if (path === null || path.length < 2 || isArray(document.resolve(document.resolveDict(ref)?.get('Kids')))) return null
  let node: TreeNode | null = null
  for (const object of path) {
    node = openNode(document, { object, parent: node })
    if (node === null) return null
  }
  return node && pageOf(document, ref, node)
}

function pathFromRoot(document: PdfDocument, ref: PdfRef): readonly PdfRef[] | null {
  const root = document.catalog.dict.get('Pages')
  const path: PdfRef[] = []
  for (let at: PdfObject | undefined = ref; at instanceof PdfRef; at = document.resolveDict(at)?.get('Parent')) {
    path.unshift(at)
    if (root instanceof PdfRef && at.num === root.num) return path
    if (path.length > LIMITS.depth) return null
  }
  return null
}
