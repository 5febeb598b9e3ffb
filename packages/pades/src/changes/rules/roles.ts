/**
 * Whether an object is what it claims to be, by the places that refer to it.
 *
 * Rules for pages, fields and comments let some entries change. Resources have names that their writer chose, so a
 * dictionary of pictures that claims to be a field, with a picture called V, would be "filled in". What is drawn from
 * is therefore judged as that, whatever it says of itself.
 */
import { PdfDict, type PdfObject } from '@rubrica/pdf'
import { type Comparison, usesBefore } from '../comparison.ts'
import type { Use } from '../reference-index.ts'

/** Where fields, widgets and comments are referred to: by pages, forms, one another, actions and the structure. */
const OF_ANNOTATIONS = new Set([
  'AN',
  'Annot',
  'Annotation',
  'Annots',
  'CO',
  'Data',
  'Fields',
  'IRT',
  'Kids',
  'Obj',
  'Parent',
  'Popup',
  'T',
  'TA',
])
const OF_BRANCHES = new Set(['Kids', 'P', 'Pages', 'Parent'])
/** What holds entries by names of the writer's choice, or is drawn from. */
const OF_RESOURCES = new Set([
  'CharProcs',
  'ClassMap',
  'ColorSpace',
  'Colorants',
  'DR',
  'Dests',
  'ExtGState',
  'Font',
  'Pattern',
  'Properties',
  'Resources',
  'RoleMap',
  'Shading',
  'XObject',
])

/** The appearances of an annotation, which may have states by names of the writer's choice (clause 12.5.5). */
const STATES = /^(N|R|(.+\/)?AP\/[DNR])$/

/** Of a field, a widget or a comment. Private data of programs may name them, too. */
export function isUsedAsAnnotation(comparison: Comparison, num: number): boolean {
  return usesBefore(comparison, num).every((use) => isWithin(use, OF_ANNOTATIONS) || use.path.startsWith('PieceInfo/'))
}

export function isUsedAsBranch(comparison: Comparison, num: number): boolean {
  return usesBefore(comparison, num).every((use) => isWithin(use, OF_BRANCHES))
}

/** Pages, the form and the catalogue may be referred to from everywhere, but nothing is drawn from them. */
export function isUsedAsResources(comparison: Comparison, num: number): boolean {
  return usesBefore(comparison, num).some(({ path }) => OF_RESOURCES.has(lastKey(path)) || STATES.test(path))
}

/**
 * Settles an object whose entries are judged one by one, wherever it is referred to, unless something is drawn from it.
 */
export function settleByEntries(comparison: Comparison, num: number): void {
  if (comparison.touched.has(num) && !isUsedAsResources(comparison, num)) comparison.settled.add(num)
}

/** The items of a list that is an object of its own have no key. A resource may have any name, also one of `keys`. */
function isWithin({ path }: Use, keys: ReadonlySet<string>): boolean {
  const names = path.split('/')
  return path === '' || (keys.has(names.at(-1) ?? '') && !OF_RESOURCES.has(names.at(-2) ?? ''))
}

const lastKey = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The page of an annotation, or none: a name there would say how optional content is shown. */
export function isPlaceOnPage({ after }: Comparison, value: PdfObject | undefined): boolean {
  const page = after.resolve(value)
  return page === null || page instanceof PdfDict
}
