/**
 * The logical structure (ISO 32000-2 clause 14.7): grows with new signature fields and comments, otherwise it stays.
 *
 * What assistive technology reads out is content: elements may be added for annotations, none may get other words or
 * another place.
 */
import {
  isArray,
  isInteger,
  isName,
  type PdfArray,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfError,
} from '@rubrica/pdf'
import { type ChangedObject, type Comparison, numberOf, report, touchedKeys, usesBefore } from '../comparison.ts'
import type { Use } from '../reference-index.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { objectAt } from '../touched-objects.ts'

/** Lists and nodes that are followed to the root. */
const MOST_PARTS = 1_000
/** New elements within one another; a circle of them ends here. */
const DEEPEST = 4
const MOST_KIDS = 16

function isStructure(document: PdfDocument, dict: PdfDict): boolean {
  const type = document.resolve(dict.get('Type'))
  if (isName(type, 'StructTreeRoot') || isName(type, 'StructElem')) return true
  return dict.get('S') !== undefined && dict.get('P') !== undefined && dict.get('K') !== undefined
}

/** Whether it was a part of the structure; reports what happened to it. */
export function judgeStructure(comparison: Comparison, { num, old, now, uses }: ChangedObject): boolean {
  const { before } = comparison
  if (old instanceof PdfDict && isStructure(before, old)) {
    const grows = now instanceof PdfDict && growsElement(comparison, old, now)
    report(comparison, { what: 'STRUCTURE', num, rule: grows ? 'HARMLESS' : null })
    return true
  }
  if (!uses.every((use) => isInStructure(comparison, use))) return false
  const grows = isArray(old) ? isArray(now) && growsList(comparison, old, now) : growsTree(comparison, old, now)
  report(comparison, { what: 'STRUCTURE', num, rule: grows ? 'HARMLESS' : null })
  return true
}

/** Whether the root of the structure, which is new or took another place, has all that the former one had. */
export function isGrownRoot(comparison: Comparison): boolean {
  const { before, after } = comparison
  const old = before.resolve(before.catalog.dict.get('StructTreeRoot'))
  const now = after.resolve(after.catalog.dict.get('StructTreeRoot'))
  if (!(now instanceof PdfDict) || (old !== null && !(old instanceof PdfDict))) return false
  return growsElement(comparison, old ?? new PdfDict(), now)
}

/** A list of kids, or a node of the tree that leads from pages to elements. */
function isInStructure(comparison: Comparison, { holder, path }: Use): boolean {
  if (holder === null) return false
  const value = objectAt(comparison.before, holder)
  if (value instanceof PdfDict && isStructure(comparison.before, value)) return OF_ELEMENT.test(path)
  return (isArray(value) || isNode(value, path)) && isPartOfStructure(comparison, holder)
}

const partsOf = new WeakMap<Comparison, Map<number, boolean>>()

/** Whether all that refers to a list or node is structure; one that leads back to itself is not. */
function isPartOfStructure(comparison: Comparison, num: number): boolean {
  const known = partsOf.get(comparison) ?? new Map<number, boolean>()
  partsOf.set(comparison, known)
  const answer = known.get(num)
  if (answer !== undefined) return answer
  if (known.size > MOST_PARTS) throw new PdfError('PDF_TOO_COMPLEX', { what: 'structure' })
  known.set(num, false)
  const above = usesBefore(comparison, num)
  const part = above.length > 0 && above.every((use) => isInStructure(comparison, use))
  known.set(num, part)
  return part
}

/** Where an element, or the root, holds other parts of the structure. */
const OF_ELEMENT = /^(K|ParentTree(\/(Nums|Kids))*)$/

function isNode(value: PdfObject, path: string): boolean {
  return value instanceof PdfDict && (path === 'Nums' || path === 'Kids') && value.get('Type') === undefined
}

function growsElement(comparison: Comparison, old: PdfDict, now: PdfDict): boolean {
  const { before, after } = comparison
  return touchedKeys(comparison, old, now).every((key) => {
    const former = before.resolve(old.get(key))
    const latter = after.resolve(now.get(key))
    if (key === 'K') return growsList(comparison, listOf(former, old.get(key)), listOf(latter, now.get(key)))
    if (key === 'ParentTree') return growsTree(comparison, former, latter)
    if (key === 'ParentTreeNextKey') return isInteger(latter) && (!isInteger(former) || latter >= former)
    // A map of roles that maps nothing says nothing.
    if (key === 'RoleMap' && former === null) return latter instanceof PdfDict && latter.entries.size === 0
    if (key === 'Type' && former === null) return isName(latter, 'StructTreeRoot')
    return saysTheSame(comparison, old.get(key), now.get(key))
  })
}

function listOf(value: PdfObject, place: PdfObject | undefined): PdfArray {
  if (isArray(value)) return value
  return value === null ? [] : [place ?? null]
}

/** Whether all items are still there in their order, and the others are new elements. */
function growsList(comparison: Comparison, old: PdfArray, now: PdfArray): boolean {
  // What stands among words is read out among them.
  if (now.length > old.length && old.some(isInteger)) return false
  let kept = 0
  for (const item of now) {
    if (isSameValue(item, old[kept])) kept++
    else if (!isNewElement(comparison, item)) return false
  }
  return kept === old.length
}

/**
 * An element for annotations: it holds no words of its own, nor any of a page, which would be read out twice or in
 * another place.
 */
function isNewElement(comparison: Comparison, item: PdfObject, depth = 0): boolean {
  const { touched, after } = comparison
  const element = after.resolve(item)
  if (!(element instanceof PdfDict) || (item instanceof PdfRef && touched.get(item.num)?.how !== 'created'))
    return false
  if (isName(after.resolve(element.get('Type')), 'OBJR')) return isAnnotationReference(after, element)
  if (holdsContent(after, element) || depth > DEEPEST) return false
  const list = listOf(after.resolve(element.get('K')), element.get('K'))
  // Breadth and depth together stay small, so that a tree whose branches meet again comes to an end.
  return (depth === 0 || list.length <= MOST_KIDS) && list.every((kid) => isNewElement(comparison, kid, depth + 1))
}

/** Words, or a type that is none of elements: another one refers to marked content of a page. */
function holdsContent(document: PdfDocument, element: PdfDict): boolean {
  const type = document.resolve(element.get('Type'))
  if (type !== null && !isName(type, 'StructElem')) return true
  // A description needs what it describes.
  const isOfNothing = element.get('Alt') !== undefined && element.get('K') === undefined
  return isOfNothing || element.get('ActualText') !== undefined || element.get('E') !== undefined
}

/** An external object, which is painted, is content, too; so is a page. */
function isAnnotationReference(document: PdfDocument, reference: PdfDict): boolean {
  const object = reference.get('Obj')
  const annotation = object instanceof PdfRef ? document.resolve(object) : null
  return annotation instanceof PdfDict && !isName(document.resolve(annotation.get('Type')), 'Page')
}

/** A number tree (clause 7.9.7) in which entries were added. */
function growsTree(comparison: Comparison, old: PdfObject, now: PdfObject): boolean {
  if (old === null) return now instanceof PdfDict
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return false
  const { before, after } = comparison
  return touchedKeys(comparison, old, now).every((key) => {
    const former = before.resolve(old.get(key))
    const latter = after.resolve(now.get(key))
    if (key === 'Limits') return isArray(latter)
    if (key === 'Kids') return isArray(latter) && keepsItems(listOf(former, null), latter)
    return key === 'Nums' && isArray(latter) && keepsPairs(comparison, listOf(former, null), latter)
  })
}

function keepsItems(old: PdfArray, now: PdfArray): boolean {
  const numbers = new Set(now.map(numberOf))
  return old.every((item) => item instanceof PdfRef && numbers.has(item.num))
}

function keepsPairs(comparison: Comparison, old: PdfArray, now: PdfArray): boolean {
  const entries = new Map<unknown, PdfObject>()
  for (let i = 0; i + 1 < now.length; i += 2) {
    // Readers disagree on which of two entries counts.
    if (entries.has(now[i])) return false
    entries.set(now[i], now[i + 1] ?? null)
  }
  for (let i = 0; i + 1 < old.length; i += 2) {
    if (!entries.has(old[i]) || !leadsToTheSame(comparison, old[i + 1], entries.get(old[i]))) return false
  }
  return true
}

/** An element, or a list of them: what became of each is judged where it stands. */
function leadsToTheSame(comparison: Comparison, old: PdfObject | undefined, now: PdfObject | undefined): boolean {
  if (isSameValue(old, now) || saysTheSame(comparison, old, now)) return true
  const former = comparison.before.resolve(old)
  return isArray(former) && isSameValue(former, comparison.after.resolve(now))
}
