/**
 * Widgets that were written anew under other numbers (ISO 32000-2 clause 12.7.4.1), as iText does with radio buttons
 * whenever it fills in a form.
 *
 * Such a widget is the former one when it stands in the same place of its field and says the same; the lists of the
 * field and of its page are then compared as if it still had its former number. The former object must be shown nowhere
 * any more.
 */
import { isArray, isName, PdfDict, PdfName, type PdfObject, PdfRef } from '@rubrica/pdf'
import { type Comparison, TO_OTHERS, usesBefore } from '../comparison.ts'
import { allKeys, isSameValue, saysTheSame } from '../same-value.ts'
import { objectAt } from '../graph/touched-objects.ts'
import { fieldType, inheritedOf } from './field-facts.ts'

/** Entries that repeat those of the field above, or are invisible. */
const QUIET = new Set(['FT', 'M', 'NM', 'StructParent'])

interface Widgets {
  /** Former references by new numbers. */
  readonly formers: ReadonlyMap<number, PdfRef>
  readonly formerNumbers: ReadonlySet<number>
}

const known = new WeakMap<Comparison, Widgets>()

/** A list of fields or annotations of the later revision, with the former references of its renumbered widgets. */
export function withFormerNumbers(comparison: Comparison, list: readonly PdfObject[]): readonly PdfObject[] {
  const { formers } = renumberedWidgets(comparison)
  return list.map((item) => (item instanceof PdfRef ? (formers.get(item.num) ?? item) : item))
}

/** Whether a number was that of a widget which now has another. */
export function wasRenumbered(comparison: Comparison, num: number): boolean {
  return renumberedWidgets(comparison).formerNumbers.has(num)
}

function renumberedWidgets(comparison: Comparison): Widgets {
  const found = known.get(comparison) ?? findWidgets(comparison)
  known.set(comparison, found)
  return found
}

function findWidgets(comparison: Comparison): Widgets {
  const formers = new Map<number, PdfRef>()
  for (const { num, how } of comparison.touched.values()) {
    if (how !== 'replaced') continue
    const [old, now] = [objectAt(comparison.before, num), objectAt(comparison.after, num)]
    if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) continue
    if (fieldType(comparison.before, old) !== 'Btn') continue
    for (const [former, latter] of pairsOf(comparison, old, now)) formers.set(latter.num, former)
  }
  return { formers, formerNumbers: new Set([...formers.values()].map(({ num }) => num)) }
}

type Pair = readonly [former: PdfRef, latter: PdfRef]

function pairsOf(comparison: Comparison, old: PdfDict, now: PdfDict): readonly Pair[] {
  const { before, after } = comparison
  const [oldKids, nowKids] = [before.resolve(old.get('Kids')), after.resolve(now.get('Kids'))]
  if (!isArray(oldKids) || !isArray(nowKids) || oldKids.length !== nowKids.length) return []
  const isFilled = !saysTheSame(comparison, inheritedOf(before, old, 'V'), inheritedOf(after, now, 'V'))
  return oldKids.flatMap((former, index): readonly Pair[] => {
    const latter = nowKids[index]
    if (!(former instanceof PdfRef) || !(latter instanceof PdfRef) || former.num === latter.num) return []
    return isSameWidget(comparison, [former, latter], isFilled) ? [[former, latter]] : []
  })
}

function isSameWidget(comparison: Comparison, [former, latter]: Pair, isFilled: boolean): boolean {
  const { before, after, touched, graph } = comparison
  const [old, now] = [before.resolve(former), after.resolve(latter)]
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict) || !isName(now.get('Subtype'), 'Widget')) return false
  // A number that was referred to before was prepared.
  if (touched.get(latter.num)?.how !== 'created' || usesBefore(comparison, latter.num).length > 0) return false
  const isGone = graph.usesOf(after, former.num).every(({ path }) => path === 'Obj' || path.endsWith('/Obj'))
  const hasSameType = fieldType(before, old) === fieldType(after, now)
  return isGone && hasSameType && allKeys(old, now).every((key) => keeps(comparison, { key, old, now }, isFilled))
}

interface Entry {
  readonly key: string
  readonly old: PdfDict
  readonly now: PdfDict
}

/** The state may be another one when the field has another value. */
function keeps(comparison: Comparison, { key, old, now }: Entry, isFilled: boolean): boolean {
  // What the references back lead to is judged there.
  if (TO_OTHERS.has(key)) return isSameValue(old.get(key), now.get(key))
  if (QUIET.has(key) || (key === 'AS' && isFilled && now.get(key) instanceof PdfName)) return true
  return saysTheSame(comparison, old.get(key), now.get(key))
}
