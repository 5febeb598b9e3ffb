/**
 * Pages, their tree, in which none may come, go or move (ISO 32000-2 clauses 7.7.3.2 and 7.7.3.4), and the trees of names
 * (clause 7.7.4).
 */
import { isArray, isInteger, PdfDict, type PdfDocument, PdfName, type PdfObject, PdfString } from '@rubrica/pdf'
import type { ChangeKind } from '../change.ts'
import { changedKeys, isSameValue, saysTheSame } from '../same-value.ts'
import { inheritedOf } from './field-facts.ts'
import { type Comparison, report } from '../comparison.ts'
import { type EntryChange, former, latter, type WholeChange } from '../model/entries.ts'

/** What the standard gives a meaning to, in a branch or in the pages below it. */
const MEANT = new Set(['Contents', 'Count', 'CropBox', 'Kids', 'MediaBox', 'Parent', 'Resources', 'Rotate', 'Type'])

export function kindOfTree(change: EntryChange): ChangeKind {
  const { before, after } = change.comparison
  return kindOf(countOf(before, before.resolveDict(former(change))), countOf(after, after.resolveDict(latter(change))))
}

/**
 * A branch of the tree. Writers leave notes of their own there, which no reader shows; everything else that a branch says
 * is inherited by pages or leads to them.
 */
export function compareBranches(comparison: Comparison, { num, old, now }: WholeChange): void {
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

/** Which of the trees of names is another one. */
export function kindOfNames(change: EntryChange): ChangeKind {
  const { comparison } = change
  const [old, now] = [dictOf(former(change)), dictOf(latter(change))]
  if (!saysTheSame(comparison, old.get('JavaScript'), now.get('JavaScript'))) return 'JAVASCRIPT'
  return saysTheSame(comparison, old.get('EmbeddedFiles'), now.get('EmbeddedFiles')) ? 'CATALOG' : 'ATTACHMENT'
}

const dictOf = (value: PdfObject): PdfDict => (value instanceof PdfDict ? value : new PdfDict())

/** Writers put inherited entries into the page itself. */
export function inheritsTheSame({ comparison, key, old, now }: EntryChange): 'same' | null {
  const { before, after } = comparison
  return saysTheSame(comparison, inheritedOf(before, old, key), inheritedOf(after, now, key)) ? 'same' : null
}

/** One stream, or an array of them that has it alone (clause 7.8.2). */
export function hasSameContent({ comparison: { before, after }, key, old, now }: EntryChange): 'same' | null {
  const listOf = (value: PdfObject, place: PdfObject | undefined) => (isArray(value) ? [...value] : [place ?? null])
  const former = listOf(before.resolve(old.get(key)), old.get(key))
  return isSameValue(former, listOf(after.resolve(now.get(key)), now.get(key))) ? 'same' : null
}
