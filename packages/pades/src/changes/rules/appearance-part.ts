/**
 * An appearance dictionary, appearance stream or long value that was written anew in its place (ISO 32000-2 clauses
 * 12.5.5 and 12.7.4.3).
 *
 * Its owner is judged as if the part had been exchanged; widgets of one field share what they look like, so there may
 * be several. A part that is used in any other way must not change: it may be the page's content.
 */
import { PdfDict } from '@rubrica/pdf'
import { type ChangedObject, type Comparison, usesBefore } from '../comparison.ts'
import type { Use } from '../reference-index.ts'
import { objectAt } from '../touched-objects.ts'
import { compareAnnotations } from './annotation.ts'
import { compareFields } from './field.ts'
import { isFieldOrWidget } from './field-facts.ts'
import { isUsedAsAnnotation } from './roles.ts'

/** An appearance, or a long value. An appearance by state has one more key: "AP/N/Off". */
const IN_OWNER = /^(AP(\/[NRD](\/[^/]+)?)?|R?V)$/
const INSIDE_APPEARANCE = /^[NRD](\/[^/]+)?$/

interface Owner {
  readonly num: number
  readonly old: PdfDict
  readonly now: PdfDict
}

/** Objects that may own the parts: who refers to them is looked up in one go. */
export function possibleOwnersOf(comparison: Comparison, nums: Iterable<number>): ReadonlySet<number> {
  const owners = new Set<number>()
  for (const num of nums) {
    for (const { holder, path } of usesBefore(comparison, num)) {
      if (holder !== null && (IN_OWNER.test(path) || INSIDE_APPEARANCE.test(path))) owners.add(holder)
    }
  }
  return owners
}

/** Whether it was such a part. */
export function judgeAppearancePart(comparison: Comparison, { num, uses }: ChangedObject): boolean {
  const owners = ownersOf(comparison, uses)
  if (owners === null) return false
  comparison.settled.add(num)
  for (const { num: owner, old, now } of owners) {
    if (isFieldOrWidget(comparison.before, old)) compareFields(comparison, owner, [old, now])
    else compareAnnotations(comparison, owner, [old, now])
  }
  return true
}

/** The annotations that the uses lead to; null when there is another use. */
function ownersOf(comparison: Comparison, uses: readonly Use[]): readonly Owner[] | null {
  const owners = new Map<number, Owner>()
  for (const use of uses) {
    const num = annotationOf(comparison, use)
    if (num === null) return null
    const old = objectAt(comparison.before, num)
    const now = objectAt(comparison.after, num)
    if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return null
    owners.set(num, { num, old, now })
  }
  return [...owners.values()]
}

function annotationOf(comparison: Comparison, { holder, path }: Use): number | null {
  if (holder === null) return null
  if (IN_OWNER.test(path)) return isOwner(comparison, holder) ? holder : null
  if (!INSIDE_APPEARANCE.test(path)) return null
  const [outer, ...others] = usesBefore(comparison, holder)
  return outer?.path === 'AP' && others.length === 0 && isOwner(comparison, outer.holder) ? outer.holder : null
}

function isOwner(comparison: Comparison, holder: number | null): boolean {
  const { before } = comparison
  const value = holder === null ? null : objectAt(before, holder)
  if (!(value instanceof PdfDict) || !(isFieldOrWidget(before, value) || value.get('Rect') !== undefined)) return false
  return isUsedAsAnnotation(comparison, holder as number)
}
