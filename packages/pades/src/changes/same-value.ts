/**
 * Whether two values say the same (ISO 32000-2 clause 7.3).
 *
 * Difficulty: medium. Numbers compare as numbers and strings as bytes, so that a writer may spell them anew. References
 * are the same when they name the same object: what became of that object is judged where it stands.
 */
import {
  isArray,
  type PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../objects/pdf-objects.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'

/** Values that are compared through references before they count as different. */
const MOST_FOLLOWED = 200_000
const DEEPEST = 24

/** Missing and null are the same (clause 7.3.7). */
export function isSameValue(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return compare(a ?? null, b ?? null, null)
}

interface Sides {
  readonly before: PdfDocument
  readonly after: PdfDocument
  readonly touched: { readonly has: (num: number) => boolean }
}

/** As `isSameValue`; what references lead to is compared where it is another object, or one that was written anew. */
export function saysTheSame(
  { before, after, touched }: Sides,
  a: PdfObject | undefined,
  b: PdfObject | undefined,
): boolean {
  return compare(a ?? null, b ?? null, { before, after, touched, left: MOST_FOLLOWED, depth: 0 })
}

interface Follow extends Sides {
  left: number
  depth: number
}

function compare(a: PdfObject, b: PdfObject, follow: Follow | null): boolean {
  if (follow !== null && --follow.left < 0) return false
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
  return a === b
}

function compareReferences(a: PdfObject, b: PdfObject, follow: Follow | null): boolean {
  const isOneObject = a instanceof PdfRef && b instanceof PdfRef && a.num === b.num && a.gen === b.gen
  if (isOneObject && follow?.touched.has(a.num) !== true) return true
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

/** Keys whose values differ, or are references to different objects. */
export function changedKeys(a: PdfDict, b: PdfDict): readonly string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()])
  return [...keys].filter((key) => !compare(a.get(key) ?? null, b.get(key) ?? null, null))
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}
