/**
 * What an object is to the document: the places from which it is reached, from the trailer down.
 *
 * Rules let parts of some things change: what a field shows, a page's list of annotations. An object can be reached from
 * several things at once, and can claim to be what it is not. So each place where the former revision refers to a touched
 * object is followed up to the trailer, then the model says from the trailer down what stands there. Every place counts,
 * and one that the model does not know lets nothing change.
 */
import { isArray, isName, PdfDict, type PdfDocument, type PdfObject, PdfError } from '@rubrica/pdf'
import { objectAt } from '../graph/touched-objects.ts'
import { isFieldOrWidget } from '../judges/field-facts.ts'
import type { ChangeKind } from '../change.ts'
import type { Subject } from './entries.ts'
import { MODEL } from './policy.ts'
import type { ReferenceGraph, Use } from '../graph/reference-graph.ts'

/** A subject itself, where `entry` is null, or what one of its entries leads to. */
export interface Place {
  readonly subject: Subject
  /** Of the subject's object, or of the one that it stands in; null for the trailer. */
  readonly num: number | null
  readonly entry: string | null
  /** What a change there is called, where the way to it says more than the entry. */
  readonly what?: ChangeKind | undefined
}

/** Keys on the way that say what lies there. */
const SAYING: Readonly<Record<string, ChangeKind>> = {
  EmbeddedFiles: 'ATTACHMENT',
  EF: 'ATTACHMENT',
  Font: 'FONT',
  JS: 'JAVASCRIPT',
  JavaScript: 'JAVASCRIPT',
}

/** References that are followed in all. */
const MOST_USES = 2_000_000

/** What holds entries by names of the writer's choice: a name there says nothing of what stands under it. */
const NAMING = new Set([
  'CharProcs',
  'ClassMap',
  'ColorSpace',
  'Colorants',
  'Dests',
  'ExtGState',
  'Extensions',
  'Font',
  'Pattern',
  'PieceInfo',
  'Properties',
  'RoleMap',
  'Shading',
  'VRI',
  'XObject',
])
/** Of an appearance, which may have states by names of the writer's choice; elsewhere they are something else. */
const STATES = new Set(['D', 'N', 'R'])
/** Entries that lead back to the page or element that something belongs to: it is judged where it stands. */
const BACK = new Set(['P', 'Pg', 'Parent'])

interface Revision {
  readonly before: PdfDocument
  readonly graph: ReferenceGraph
}

export interface Places {
  /** None for what nothing reaches. */
  readonly of: ReadonlyMap<number, readonly Place[]>
  /** Numbers of the objects, and of all that leads to them. */
  readonly leading: ReadonlySet<number>
}

/** Places of all these objects in the former revision. */
export function findPlaces(revision: Revision, touched: Iterable<number>): Places {
  const uses = usesAbove(revision, touched)
  const edges = new Map<number | null, { readonly path: string; readonly target: number }[]>()
  for (const [target, list] of uses) {
    for (const { holder, path } of list) {
      const known = edges.get(holder)
      if (known === undefined) edges.set(holder, [{ path, target }])
      else known.push({ path, target })
    }
  }
  const found = new Map<number, Map<string, Place>>()
  const open: (readonly [num: number | null, place: Place])[] = [[null, { subject: 'trailer', num: null, entry: null }]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [holder, from] = next
    for (const { path, target } of edges.get(holder) ?? []) {
      const place = follow(revision.before, from, { path, target })
      if (place === null) continue
      const known = found.get(target) ?? new Map<string, Place>()
      found.set(target, known)
      const key = `${place.subject} ${place.num} ${place.entry}`
      if (known.has(key)) continue
      known.set(key, place)
      open.push([target, place])
    }
  }
  const of = new Map([...found].map(([num, places]) => [num, [...places.values()]]))
  return { of, leading: new Set(uses.keys()) }
}

/** All references that lead to the objects, and to what holds those, up to the trailer. */
function usesAbove(revision: Revision, touched: Iterable<number>): ReadonlyMap<number, readonly Use[]> {
  const uses = new Map<number, readonly Use[]>()
  const open = [...touched]
  let count = 0
  for (let num = open.pop(); num !== undefined; num = open.pop()) {
    if (uses.has(num)) continue
    const found = leadingUses(revision, num)
    uses.set(num, found)
    count += found.length
    if (count > MOST_USES) throw new PdfError('PDF_TOO_COMPLEX', { what: 'references' })
    for (const { holder } of found) if (holder !== null && !uses.has(holder)) open.push(holder)
  }
  return uses
}

function leadingUses(revision: Revision, num: number): readonly Use[] {
  return revision.graph.usesOf(revision.before, num).filter((use) => !leadsBack(revision, use, num))
}

function leadsBack(revision: Revision, { holder, path }: Use, target: number): boolean {
  const keys = path.split('/')
  const [above, key] = [keys.at(-2), keys.at(-1) as string]
  if (holder === null) return false
  // What a signature names as certified, or locked, is judged where it stands.
  const isBack = BACK.has(key) || (key === 'Data' && isUnder(revision, { holder, path }, 'Reference'))
  if (!isBack || NAMING.has(above ?? '') || STATES.has(above ?? '')) return false
  if (above === undefined && isNaming(revision, holder)) return false
  // A widget has what the field above says.
  return key !== 'Parent' || !isField(revision.before, target)
}

interface Edge {
  readonly holder: number
  readonly path: string
}

/** Whether this is the key before the last one, or one that leads to the object. */
function isUnder({ before, graph }: Revision, { holder, path }: Edge, key: string): boolean {
  const above = path.split('/').at(-2)
  if (above !== undefined) return above === key
  const uses = graph.usesOf(before, holder)
  return uses.some((use) => lastOf(use.path) === key)
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Whether an object holds entries by names of the writer's choice wherever it is used: resources, or states. */
function isNaming(revision: Revision, num: number): boolean {
  return revision.graph.usesOf(revision.before, num).some(({ holder, path }) => {
    const key = lastOf(path)
    if (!STATES.has(key)) return NAMING.has(key)
    return holder !== null && isUnder(revision, { holder, path }, 'AP')
  })
}

const isField = (document: PdfDocument, num: number): boolean => {
  const value = objectAt(document, num)
  return value instanceof PdfDict && isFieldOrWidget(document, value)
}

/** The place that a reference leads to; null where it only points at what stands elsewhere. */
function follow(
  document: PdfDocument,
  from: Place,
  { path, target }: { readonly path: string; readonly target: number },
): Place | null {
  const place = (path === '' ? [] : path.split('/')).reduce(step, from)
  if (place.entry === null) return place
  const { entries, otherwise } = MODEL[place.subject]
  const entry = entries[place.entry] ?? otherwise
  const value = objectAt(document, target)
  if (entry.points === true && standsElsewhere(document, value)) return null
  const subject = isArray(value) ? null : (entry.leadsTo?.(document, value) ?? null)
  return subject === null ? place : { subject, num: target, entry: null }
}

/** One key further: into an entry of a subject; what lies deeper belongs to the entry. */
function step({ subject, num, entry, what }: Place, key: string): Place {
  if (entry === null) return { subject, num, entry: key }
  const inner = MODEL[subject].entries[entry]?.holds
  if (inner !== undefined) return { subject: inner, num, entry: key }
  return { subject, num, entry, what: SAYING[key] ?? what }
}

/** Pages, fields and annotations, by themselves: nothing is drawn or done by pointing at them. */
function standsElsewhere(document: PdfDocument, value: PdfObject): boolean {
  if (!(value instanceof PdfDict)) return false
  const isAnnotation = value.get('Subtype') !== undefined && value.get('Rect') !== undefined
  return isName(document.resolve(value.get('Type')), 'Page') || isAnnotation || isFieldOrWidget(document, value)
}
