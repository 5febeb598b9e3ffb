/**
 * The page tree (ISO 32000-2 clause 7.7.3.2): no page may come, go or move.
 *
 * Writers leave notes of their own in its branches, which no reader shows. Everything else that a branch says is
 * inherited by pages or leads to them.
 */
import { isInteger, type PdfDict, type PdfDocument, PdfName, type PdfObject, PdfString } from '@rubrica/pdf'
import type { ChangeKind } from '../change.ts'
import { type Comparison, report } from '../comparison.ts'
import { changedKeys } from '../same-value.ts'

/** What the standard gives a meaning to, in a branch or in the pages below it. */
const MEANT = new Set(['Contents', 'Count', 'CropBox', 'Kids', 'MediaBox', 'Parent', 'Resources', 'Rotate', 'Type'])

export function kindOfPagesChange(before: PdfDocument, after: PdfDocument): ChangeKind {
  const old = before.resolveDict(before.catalog.dict.get('Pages'))
  const now = after.resolveDict(after.catalog.dict.get('Pages'))
  return kindOf(countOf(before, old), countOf(after, now))
}

/** Reports a branch of the tree that was written anew. */
export function judgeBranch(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): void {
  // Pages and resources that were written anew in their places are judged as the objects that they are.
  const changed = changedKeys(old, now)
  if (changed.length === 0) return
  const isNote = changed.every((key) => !MEANT.has(key) && isSimple(old.get(key)) && isSimple(now.get(key)))
  const what = isNote ? 'PAGE_SETTINGS' : kindOf(countOf(comparison.before, old), countOf(comparison.after, now))
  report(comparison, { what, num, rule: isNote ? 'HARMLESS' : null })
}

/** Only a value that cannot be drawn or followed is a note. */
function isSimple(value: PdfObject | undefined): boolean {
  return value === undefined || value === null || value instanceof PdfString || value instanceof PdfName
}

function countOf(document: PdfDocument, node: PdfDict | null): number {
  const count = document.resolve(node?.get('Count'))
  return isInteger(count) ? count : 0
}

function kindOf(old: number, now: number): ChangeKind {
  if (now > old) return 'PAGE_ADDED'
  return now < old ? 'PAGE_REMOVED' : 'PAGE_SETTINGS'
}
