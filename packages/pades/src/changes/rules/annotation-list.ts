/**
 * A page's list of annotations (ISO 32000-2 clause 12.5.2).
 *
 * Widgets of new signature fields may be added; comments where the certification allows them. The order of what was
 * there decides what lies on top, so it stays.
 */
import { isName, type PdfArray, PdfDict, type PdfObject, PdfRef } from '@rubrica/pdf'
import { type Comparison, numberOf, report } from '../comparison.ts'
import { isSameValue } from '../same-value.ts'
import { objectAt } from '../touched-objects.ts'
import { isComment, judgeNewAnnotation } from './annotation.ts'
import { coversContent } from './covering.ts'
import { compareFields } from './field.ts'
import { fieldType, isSignedBetween, qualifiedName } from './field-facts.ts'
import { isVisible } from './new-field.ts'
import { withFormerNumbers } from './renumbered-widgets.ts'

/** @param page number of the page's object */
export function comparePageAnnotations(
  comparison: Comparison,
  page: number,
  [old, now]: readonly [PdfArray, PdfArray],
): void {
  const former = shown(comparison.before, old)
  const list = withFormerNumbers(comparison, now)
  const latter = shown(comparison.after, list)
  const wasThere = membershipOf(old)
  const isThere = membershipOf(list)
  for (const item of former) if (!isThere(item)) reportRemoved(comparison, page, item)
  for (const item of latter) if (!wasThere(item)) judgeAdded(comparison, page, item)
  if (!isSameValue(former.filter(isThere), latter.filter(wasThere))) {
    report(comparison, { what: 'ANNOTATION_CHANGED', num: page })
  }
}

/** What readers show: entries that lead nowhere are none. */
function shown(document: Comparison['before'], list: readonly PdfObject[]): readonly PdfObject[] {
  return list.filter((item) => document.resolve(item) !== null)
}

function membershipOf(list: readonly PdfObject[]): (item: PdfObject) => boolean {
  const numbers = new Set(list.map(numberOf))
  const direct = list.filter((item) => !(item instanceof PdfRef))
  return (item) => (item instanceof PdfRef ? numbers.has(item.num) : direct.some((other) => isSameValue(item, other)))
}

function reportRemoved(comparison: Comparison, page: number, item: PdfObject): void {
  const annotation = comparison.before.resolve(item)
  const isWidget =
    annotation instanceof PdfDict && isName(comparison.before.resolve(annotation.get('Subtype')), 'Widget')
  const num = numberOf(item) ?? page
  if (isWidget) report(comparison, { what: 'FIELD_REMOVED', num })
  else {
    report(comparison, { what: 'ANNOTATION_REMOVED', num, rule: mayGo(comparison, annotation) ? 'ANNOTATION' : null })
  }
}

/** Comments may, unless they lay over the page: they could have hidden what is seen now. */
function mayGo({ before }: Comparison, annotation: PdfObject): boolean {
  return annotation instanceof PdfDict && isComment(before, annotation) && !coversContent(before, annotation)
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
  const old = objectAt(comparison.before, num)
  const now = objectAt(comparison.after, num)
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return false
  const { before, after } = comparison
  if (fieldType(before, old) !== 'Sig' || !isSignedBetween(comparison, old, now)) return false
  compareFields(comparison, num, [old, now])
  // It was not visible there before, so it counts as a new one.
  const visible = isVisible(after, now)
  const field = visible ? qualifiedName(before, old) : null
  report(comparison, { what: 'FIELD_ADDED', num, rule: 'SIGNATURE', field, endsWithCertification: visible })
  return true
}
