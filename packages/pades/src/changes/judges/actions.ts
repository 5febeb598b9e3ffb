/**
 * Actions (ISO 32000-2 clause 12.6): none may be added or changed.
 */
import { isArray, isName, PdfDict, type PdfDocument, type PdfObject } from '@rubrica/pdf'
import type { ChangeKind } from '../change.ts'
import { type EntryChange, latter } from '../model/entries.ts'

/** Values that are looked at; actions can follow one another without end. */
const MOST_VALUES = 1_000
const LEADING_AWAY = new Set(['D', 'Dest', 'P', 'Parent'])

/** Whether an action, or a dictionary of actions, leads to JavaScript. */
export function kindOfAction(document: PdfDocument, value: PdfObject | undefined): ChangeKind {
  const seen = new Set<PdfObject>()
  const stack: PdfObject[] = [value ?? null]
  while (stack.length > 0 && seen.size < MOST_VALUES) {
    const action = document.resolve(stack.pop())
    if (seen.has(action)) continue
    seen.add(action)
    if (isArray(action)) stack.push(...action.slice(0, MOST_VALUES))
    if (!(action instanceof PdfDict)) continue
    if (action.get('JS') !== undefined || isName(document.resolve(action.get('S')), 'JavaScript')) return 'JAVASCRIPT'
    for (const [key, item] of action.entries) if (!LEADING_AWAY.has(key)) stack.push(item)
  }
  return 'ACTION'
}

export const actionIn = ({ comparison, key, now }: EntryChange): ChangeKind =>
  kindOfAction(comparison.after, now.get(key))

/** What opening the document does: an action, or a place to go to. */
export const actionOrPlace = (change: EntryChange): ChangeKind =>
  isArray(latter(change)) || latter(change) === null ? 'ACTION' : actionIn(change)
