/**
 * An appearance dictionary, appearance stream or long value that was written anew in its place (ISO 32000-2 clauses
 * 12.5.5 and 12.7.4.3).
 *
 * Difficulty: high. Whoever owns it is judged as if the part had been exchanged. A part that several own, or that is used
 * in any other way, is nobody's to change: it may be the page's content.
 */
import { PdfDict } from '../../objects/pdf-objects.ts'
import { type Comparison, usesBefore } from '../comparison.ts'
import type { Use } from '../reference-index.ts'
import { objectAt } from '../touched-objects.ts'
import { compareAnnotations } from './annotation.ts'
import { compareFields } from './field.ts'
import { isFieldOrWidget } from './field-facts.ts'
import type { ChangedObject } from './object-by-role.ts'

/** An appearance by state has one more key: "AP/N/Off". */
const APPEARANCE = /^AP(\/[NRD](\/[^/]+)?)?$/
const INSIDE_APPEARANCE = /^[NRD](\/[^/]+)?$/

/** Whether it was such a part. */
export function judgeAppearancePart(comparison: Comparison, { num, uses }: ChangedObject): boolean {
  const owners = ownersOf(comparison, uses)
  const [owner] = owners
  if (owners.size !== 1 || owner === undefined || owner === null) return false
  const { before, after, settled } = comparison
  const old = objectAt(before, owner)
  const now = objectAt(after, owner)
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return false
  settled.add(num)
  if (isFieldOrWidget(before, old)) compareFields(comparison, owner)
  else compareAnnotations(comparison, owner, [old, now])
  return true
}

/** The annotations whose part it is; null among them for a use that makes it something else. */
function ownersOf(comparison: Comparison, uses: readonly Use[]): ReadonlySet<number | null> {
  const owners = new Set<number | null>()
  for (const { holder, path } of uses) {
    if (holder !== null && (APPEARANCE.test(path) || path === 'V' || path === 'RV') && isOwner(comparison, holder)) {
      owners.add(holder)
    } else if (holder !== null && INSIDE_APPEARANCE.test(path)) {
      for (const outer of usesBefore(comparison, holder)) {
        owners.add(outer.path === 'AP' && isOwner(comparison, outer.holder) ? outer.holder : null)
      }
    } else {
      owners.add(null)
    }
  }
  return owners
}

function isOwner({ before }: Comparison, holder: number | null): boolean {
  const value = holder === null ? null : objectAt(before, holder)
  return value instanceof PdfDict && (isFieldOrWidget(before, value) || value.get('Rect') !== undefined)
}
