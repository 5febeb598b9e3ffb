/**
 * The page tree (ISO 32000-2 clause 7.7.3.2): no page may come, go or move.
 *
 * Difficulty: low. Only names what happened: any change is one that nothing allows.
 */
import { isInteger, type PdfDict } from '../../objects/pdf-objects.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import type { ChangeKind } from '../change.ts'
import { type Comparison, report } from '../comparison.ts'

export function kindOfPagesChange(before: PdfDocument, after: PdfDocument): ChangeKind {
  const old = before.resolveDict(before.catalog.dict.get('Pages'))
  const now = after.resolveDict(after.catalog.dict.get('Pages'))
  return kindOf(countOf(before, old), countOf(after, now))
}

/** Reports a branch of the tree that was written anew. */
export function judgeBranch(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): void {
  const { before, after } = comparison
  report(comparison, { what: kindOf(countOf(before, old), countOf(after, now)), num })
}

function countOf(document: PdfDocument, node: PdfDict | null): number {
  const count = document.resolve(node?.get('Count'))
  return isInteger(count) ? count : 0
}

function kindOf(old: number, now: number): ChangeKind {
  if (now > old) return 'PAGE_ADDED'
  return now < old ? 'PAGE_REMOVED' : 'PAGE_SETTINGS'
}
