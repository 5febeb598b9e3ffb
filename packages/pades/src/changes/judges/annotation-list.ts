/**
 * A page's list of annotations (ISO 32000-2 clause 12.5.2).
 *
 * Widgets of new signature fields may be added; comments where the certification allows them. The order of what was
 * there decides what lies on top, so it stays.
 */
import { isName, PdfDict, type PdfObject, PdfRef } from '@rubrica/pdf'
import { fieldType, isSignedBetween, qualifiedName } from './field-facts.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { objectAt } from '../graph/touched-objects.ts'
import { type Comparison, listOf, numberOf, report } from '../comparison.ts'
import { type EntryChange, former, latter } from '../model/entries.ts'
import { coversContent, isComment, judgeNewAnnotation } from './annotation.ts'
import { withFormerNumbers } from './renumbered-widgets.ts'
import { isVisible } from './visibility.ts'

export function comparePageAnnotations(change: EntryChange): void {
  const { comparison, num: page } = change
  const old = shown(comparison.before, former(change))
  const now = shown(comparison.after, withFormerNumbers(comparison, listOf(latter(change))))
  const isThere = membershipOf(now, (item, other) => saysTheSame(comparison, item, other))
  const wasThere = membershipOf(old, (item, other) => saysTheSame(comparison, other, item))
  for (const item of old) if (!isThere(item)) reportRemoved(comparison, page, item)
  for (const item of now) if (!wasThere(item)) judgeAdded(comparison, page, item)
  const [left, kept] = [old.filter(isThere), now.filter(wasThere)]
  const isSameOrder = left.length === kept.length && left.every((item, at) => isOne(comparison, item, kept[at] ?? null))
  if (!isSameOrder) report(comparison, { what: 'ANNOTATION_CHANGED', num: page })
}

/** What readers show: entries that lead nowhere are none. */
const shown = (document: Comparison['before'], list: PdfObject): readonly PdfObject[] =>
  listOf(list).filter((item) => document.resolve(item) !== null)

/** The same object, whatever became of it; or a value that says the same. */
function isOne(comparison: Comparison, item: PdfObject, other: PdfObject): boolean {
  if (item instanceof PdfRef || other instanceof PdfRef) return isSameValue(item, other)
  return saysTheSame(comparison, item, other)
}

function membershipOf(list: readonly PdfObject[], isSame: (item: PdfObject, other: PdfObject) => boolean) {
  const numbers = new Set(list.map(numberOf))
  const direct = list.filter((item) => !(item instanceof PdfRef))
  return (item: PdfObject): boolean =>
    item instanceof PdfRef ? numbers.has(item.num) : direct.some((other) => isSame(item, other))
}

function reportRemoved(comparison: Comparison, page: number, item: PdfObject): void {
  const { before } = comparison
  const annotation = before.resolve(item)
  const num = numberOf(item) ?? page
  const isDict = annotation instanceof PdfDict
  if (isDict && isName(before.resolve(annotation.get('Subtype')), 'Widget')) {
    report(comparison, { what: 'FIELD_REMOVED', num })
    return
  }
  // Comments may go, unless they lay over the page: they could have hidden what is seen now.
  const mayGo = isDict && isComment(before, annotation) && !coversContent(before, annotation)
  report(comparison, { what: 'ANNOTATION_REMOVED', num, rule: mayGo ? 'ANNOTATION' : null })
}

function judgeAdded(comparison: Comparison, page: number, item: PdfObject): void {
  const num = numberOf(item)
  if (num !== null && (comparison.addedFields.has(num) || isSignedNow(comparison, num))) return
  const annotation = comparison.after.resolve(item)
  if (annotation instanceof PdfDict) judgeNewAnnotation(comparison, num ?? page, annotation)
  else report(comparison, { what: 'ANNOTATION_ADDED', num: num ?? page })
}

/** The widget of a field that is signed in this revision: how it looks is judged with the field. */
function isSignedNow(comparison: Comparison, num: number): boolean {
  const { before, after } = comparison
  const [old, now] = [objectAt(before, num), objectAt(after, num)]
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return false
  if (fieldType(before, old) !== 'Sig' || !isSignedBetween(comparison, old, now)) return false
  // It was not visible there before, so it counts as a new one.
  const visible = isVisible(after, now)
  const field = visible ? qualifiedName(before, old) : null
  report(comparison, { what: 'FIELD_ADDED', num, rule: 'SIGNATURE', field, endsWithCertification: visible })
  return true
}
