/**
 * The form's list of fields (ISO 32000-2 clause 12.7.3): signature fields may be added, nothing may go.
 */
import { isArray, PdfDict, type PdfDocument, type PdfObject, PdfRef } from '@rubrica/pdf'
import { type Comparison, numberOf, report, settlePart } from '../comparison.ts'
import { isSameValue } from '../same-value.ts'
import { titleOf } from './field-facts.ts'
import { judgeNewField } from './new-field.ts'
import { inForm } from './places.ts'

export function compareFieldLists(
  comparison: Comparison,
  oldPlace: PdfObject | undefined,
  nowPlace: PdfObject | undefined,
): void {
  const { before, after } = comparison
  const old = listOf(before, oldPlace)
  const now = listOf(after, nowPlace)
  const num = numberOf(nowPlace)
  for (const gone of withoutThose(old, now)) report(comparison, { what: 'FIELD_REMOVED', num: numberOf(gone) })
  const added = withoutThose(now, old)
  const names = added.length === 0 ? new Set<string>() : namesOf(before, old)
  for (const item of added) judgeAdded(comparison, item, names)
  if (new Set(now.map(numberOf)).size < now.length) report(comparison, { what: 'FIELD_ADDED', num })
  // A page's list of annotations that is the same object is judged there.
  settlePart(comparison, nowPlace, inForm(comparison, 'Fields'))
}

function judgeAdded(comparison: Comparison, item: PdfObject, names: Set<string>): void {
  const field = comparison.after.resolve(item)
  const title = field instanceof PdfDict ? titleOf(comparison.after, field) : null
  if (!(item instanceof PdfRef) || title === null || names.has(title)) {
    report(comparison, { what: 'FIELD_ADDED', num: numberOf(item) })
    return
  }
  names.add(title)
  judgeNewField(comparison, { ref: item, name: title })
}

function listOf(document: PdfDocument, place: PdfObject | undefined): readonly PdfObject[] {
  const list = document.resolve(place)
  return isArray(list) ? list : []
}

function withoutThose(list: readonly PdfObject[], others: readonly PdfObject[]): readonly PdfObject[] {
  const numbers = new Set(others.map(numberOf))
  return list.filter((item) =>
    item instanceof PdfRef ? !numbers.has(item.num) : !others.some((other) => isSameValue(item, other)),
  )
}

function namesOf(document: PdfDocument, list: readonly PdfObject[]): Set<string> {
  const names = new Set<string>()
  for (const item of list) {
    const field = document.resolve(item)
    const title = field instanceof PdfDict ? titleOf(document, field) : null
    if (title !== null) names.add(title)
  }
  return names
}
