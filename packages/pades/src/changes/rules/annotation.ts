/**
 * Annotations that are no form fields (ISO 32000-2 clause 12.5): comments, where the certification allows them.
 *
 * Only mark-up may come, go and change (clause 12.8.2.2), and none may act by itself.
 */
import { type PdfDict, type PdfDocument, PdfName } from '@rubrica/pdf'
import type { ChangeRule } from '../change.ts'
import { type Comparison, report, touchedKeys } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { kindOfAction } from './actions.ts'
import { isSameAppearance } from './appearance.ts'
import { coversContent } from './covering.ts'
import { isPlaceOnPage } from './roles.ts'

/** Mark-up annotations and what belongs to them (clause 12.5.6.2). */
const COMMENTS = new Set([
  'Caret',
  'Circle',
  'FreeText',
  'Highlight',
  'Ink',
  'Line',
  'PolyLine',
  'Polygon',
  'Popup',
  'Square',
  'Squiggly',
  'Stamp',
  'StrikeOut',
  'Text',
  'Underline',
])
/** Files, media and fields, which are more than a comment. */
const CARRYING = new Set(['AF', 'ExData', 'FS', 'FT', 'Movie', 'PA', 'Sound'])
/** Entries that say nothing to a reader of the document. */
const QUIET = new Set(['M', 'NM'])

export function judgeNewAnnotation(comparison: Comparison, num: number, annotation: PdfDict): void {
  const acts = reportActions(comparison, num, annotation)
  const isMark = isComment(comparison.after, annotation) && !coversContent(comparison.after, annotation)
  const rule = !acts && isMark && !carries(annotation) ? 'ANNOTATION' : null
  report(comparison, { what: 'ANNOTATION_ADDED', num, rule })
}

export function compareAnnotations(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): void {
  comparison.settled.add(num)
  const changed = touchedKeys(comparison, old, now).filter(
    (key) => key !== 'AP' && !saysTheSame(comparison, old.get(key), now.get(key)),
  )
  if (!isSameAppearance(comparison, [old.get('AP'), now.get('AP')])) changed.push('AP')
  if (changed.length === 0) return
  for (const key of changed) {
    if (key === 'A' || key === 'AA') report(comparison, { what: kindOfAction(comparison.after, now.get(key)), num })
  }
  report(comparison, { what: 'ANNOTATION_CHANGED', num, rule: ruleFor(comparison, changed, [old, now]) })
}

function ruleFor(
  comparison: Comparison,
  changed: readonly string[],
  [old, now]: readonly [PdfDict, PdfDict],
): ChangeRule | null {
  const { before, after } = comparison
  const isQuiet = (key: string): boolean =>
    QUIET.has(key) ||
    (key === 'P' && isPlaceOnPage(comparison, now.get(key))) ||
    // Another part of the structure would be read out in its place.
    (key === 'StructParent' && before.resolve(old.get(key)) === null)
  if (changed.every(isQuiet)) return 'HARMLESS'
  const kind = before.resolve(old.get('Subtype'))
  const kindNow = after.resolve(now.get('Subtype'))
  const isSameKind = kind instanceof PdfName && kindNow instanceof PdfName && kind.value === kindNow.value
  const covers = coversContent(before, old) || coversContent(after, now)
  return isSameKind && isComment(after, now) && !covers && !changed.some((key) => CARRYING.has(key))
    ? 'ANNOTATION'
    : null
}

export function isComment(document: PdfDocument, annotation: PdfDict): boolean {
  const kind = document.resolve(annotation.get('Subtype'))
  return kind instanceof PdfName && COMMENTS.has(kind.value)
}

const carries = (annotation: PdfDict): boolean => [...CARRYING].some((key) => annotation.get(key) !== undefined)

function reportActions(comparison: Comparison, num: number, annotation: PdfDict): boolean {
  const actions = ['A', 'AA'].filter((key) => annotation.get(key) !== undefined)
  for (const key of actions) report(comparison, { what: kindOfAction(comparison.after, annotation.get(key)), num })
  return actions.length > 0
}
