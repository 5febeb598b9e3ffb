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
} from '@rubrica/pdf'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { type Comparison, numberOf, report, touchedKeys } from '../comparison.ts'
import { type EntryChange, former, isOnePlace, latter, type WholeChange } from '../model/entries.ts'

/** New elements within one another; a circle of them ends here. */
const DEEPEST = 4
const MOST_KIDS = 16

/** An element, or the root, that was written anew. */
export function compareElements(comparison: Comparison, { num, old, now }: WholeChange): void {
  report(comparison, { what: 'STRUCTURE', num, rule: growsElement(comparison, old, now) ? 'HARMLESS' : null })
}

/** A list of kids, or a node of the tree that leads from pages to elements. */
export function compareStructurePart(
  comparison: Comparison,
  num: number,
  [old, now]: readonly [PdfObject, PdfObject],
): void {
  const isList = isArray(old) && isArray(now)
  const grows = isList ? growsList(comparison, old, now) : !isArray(old) && growsTree(comparison, old, now)
  report(comparison, { what: 'STRUCTURE', num, rule: grows ? 'HARMLESS' : null })
}

/** The root, which is new or took another place, has all that the former one had. */
export function growsRoot(change: EntryChange): 'HARMLESS' | 'same' | null {
  const [old, now] = [former(change) ?? new PdfDict(), latter(change)]
  if (isOnePlace(change)) return 'same'
  if (!(now instanceof PdfDict) || !(old instanceof PdfDict)) return null
  return growsElement(change.comparison, old, now) ? 'HARMLESS' : null
}

function growsElement(comparison: Comparison, old: PdfDict, now: PdfDict): boolean {
  const { before, after } = comparison
  return [...touchedKeys(comparison, old, now)].every((key) => {
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
  const isNew = !(item instanceof PdfRef) || touched.get(item.num)?.how === 'created'
  if (!(element instanceof PdfDict) || !isNew) return false
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
  return [...touchedKeys(comparison, old, now)].every((key) => {
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
