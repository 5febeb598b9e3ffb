/**
 * Actions (ISO 32000-2 clause 12.6): none may be added or changed.
 *
 * Difficulty: low.
 */
import { isArray, isName, PdfDict, type PdfObject, PdfStream } from '../../objects/pdf-objects.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import type { ChangeKind } from '../change.ts'

const DEEPEST = 8

/** Whether an action, or a dictionary of actions, leads to JavaScript. */
export function kindOfAction(document: PdfDocument, value: PdfObject | undefined): ChangeKind {
  return hasScript(document, value, 0) ? 'JAVASCRIPT' : 'ACTION'
}

function hasScript(document: PdfDocument, value: PdfObject | undefined, depth: number): boolean {
  const action = document.resolve(value)
  if (depth > DEEPEST || action instanceof PdfStream) return false
  if (isArray(action)) return action.some((item) => hasScript(document, item, depth + 1))
  if (!(action instanceof PdfDict)) return false
  if (action.get('JS') !== undefined || isName(document.resolve(action.get('S')), 'JavaScript')) return true
  return [...action.entries].some(
    ([key, item]) => key !== 'Parent' && key !== 'P' && hasScript(document, item, depth + 1),
  )
}
