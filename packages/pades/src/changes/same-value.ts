/**
 * Whether two values say the same (ISO 32000-2 clause 7.3).
 *
 * Numbers compare as numbers and strings as bytes, so that a writer may spell them anew. References are the same when
 * they name the same object: what became of that object is judged where it stands.
 */
import {
  isArray,
  type PdfArray,
  PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  PdfError,
} from '@rubrica/pdf'

/** Values that are compared through references for two revisions. */
const MOST_FOLLOWED = 5_000_000
const DEEPEST = 24
/** Half of the last digit when two are kept after the point, in points far less than can be seen. */
const ROUNDING = 0.0051

/** Missing and null are the same (clause 7.3.7). */
export function isSameValue(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return compare(a ?? null, b ?? null, null)
}

interface Sides {
  readonly before: PdfDocument
  readonly after: PdfDocument
  /** Numbers of the objects that were written anew, and of all that leads to them. */
  readonly leading: { readonly has: (num: number) => boolean }
}

/** As `isSameValue`; what references lead to is compared, unless it is the same object and nothing below it was written anew. */
export function saysTheSame(
  { before, after, leading }: Sides,
  a: PdfObject | undefined,
  b: PdfObject | undefined,
): boolean {
  return compare(a ?? null, b ?? null, { before, after, leading, budget: budgetOf(leading), depth: 0 })
}

interface Follow extends Sides {
  readonly budget: Budget
  depth: number
}

/** What is left of the bound for two revisions together. */
interface Budget {
  left: number
}

const budgets = new WeakMap<object, Budget>()

function budgetOf(leading: Sides['leading']): Budget {
  const budget = budgets.get(leading) ?? { left: MOST_FOLLOWED }
  budgets.set(leading, budget)
  return budget
}

function compare(a: PdfObject, b: PdfObject, follow: Follow | null): boolean {
  if (follow !== null && --follow.budget.left < 0) throw new PdfError('PDF_TOO_COMPLEX', { what: 'changes' })
  if (a instanceof PdfRef || b instanceof PdfRef) return compareReferences(a, b, follow)
  if (isArray(a)) return isArray(b) && compareArrays(a, b, follow)
  if (a instanceof PdfStream) {
    return b instanceof PdfStream && isSameBytes(a.raw, b.raw) && compareDicts(a.dict, b.dict, follow)
  }
  if (a instanceof PdfDict) return b instanceof PdfDict && compareDicts(a, b, follow)
  return isSameSimple(a, b)
}

function isSameSimple(a: PdfObject, b: PdfObject): boolean {
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value
  if (a instanceof PdfString) return b instanceof PdfString && isSameBytes(a.bytes, b.bytes)
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b)
  return a === b
}

/** Writers that read a file and write it again round what is no integer. */
function isSameNumber(a: number, b: number): boolean {
  if (a === b) return true
  if (Number.isInteger(a) && Number.isInteger(b)) return false
  const difference = Math.abs(a - b)
  return difference <= ROUNDING && difference <= Math.max(Math.abs(a), Math.abs(b)) / 100
}

function compareReferences(a: PdfObject, b: PdfObject, follow: Follow | null): boolean {
  const isOneObject = a instanceof PdfRef && b instanceof PdfRef && a.num === b.num && a.gen === b.gen
  if (isOneObject && follow?.leading.has(a.num) !== true) return true
  if (follow === null || follow.depth >= DEEPEST) return false
  follow.depth++
  const same = compare(follow.before.resolve(a), follow.after.resolve(b), follow)
  follow.depth--
  return same
}

function compareArrays(a: PdfArray, b: PdfArray, follow: Follow | null): boolean {
  return a.length === b.length && a.every((item, index) => compare(item, b[index] ?? null, follow))
}

function compareDicts(a: PdfDict, b: PdfDict, follow: Follow | null): boolean {
  const isSame = (key: string): boolean => compare(a.get(key) ?? null, b.get(key) ?? null, follow)
  for (const key of a.entries.keys()) if (!isSame(key)) return false
  for (const key of b.entries.keys()) if (!a.entries.has(key) && !isSame(key)) return false
  return true
}

export const allKeys = (a: PdfDict, b: PdfDict): readonly string[] => [
  ...new Set([...a.entries.keys(), ...b.entries.keys()]),
]

/** Keys whose values differ, or are references to different objects. */
export function changedKeys(a: PdfDict, b: PdfDict): readonly string[] {
  return allKeys(a, b).filter((key) => !compare(a.get(key) ?? null, b.get(key) ?? null, null))
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}
