/**
 * A page (ISO 32000-2 clause 7.7.3.3): only its list of annotations may change, and what is not seen.
 *
 * Writers put inherited entries into the page itself: that says the same.
 */
import { isArray, isInteger, PdfDict, PdfName, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { ChangeKind, ChangeRule } from '../change.ts'
import { type Comparison, report, touchedKeys } from '../comparison.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { kindOfAction } from './actions.ts'
import { comparePageAnnotations } from './annotation-list.ts'
import { inheritedOf } from './field-facts.ts'

const INHERITABLE = new Set(['CropBox', 'MediaBox', 'Resources', 'Rotate'])
const CONTENT = new Set(['Contents', 'Group', 'Resources'])

export function comparePages(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): void {
  comparison.settled.add(num)
  for (const key of touchedKeys(comparison, old, now)) {
    if (key === 'Annots') compareLists(comparison, num, [old, now])
    else compareEntry(comparison, { num, old, now, key })
  }
}

function compareLists(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): void {
  const { before, after } = comparison
  const former = before.resolve(old.get('Annots'))
  const latter = after.resolve(now.get('Annots'))
  comparePageAnnotations(comparison, num, [isArray(former) ? former : [], isArray(latter) ? latter : []])
}

interface Entry {
  readonly num: number
  readonly old: PdfDict
  readonly now: PdfDict
  readonly key: string
}

function compareEntry(comparison: Comparison, entry: Entry): void {
  const { num, old, now, key } = entry
  if (saysTheSame(comparison, old.get(key), now.get(key)) || isInherited(comparison, entry)) return
  if (key === 'Contents' && isSameContent(comparison, old.get(key), now.get(key))) return
  const rule = ruleFor(comparison, entry)
  const what = rule === null ? kindOf(comparison, entry) : rule === 'METADATA' ? 'METADATA' : 'PAGE_SETTINGS'
  report(comparison, { what, num, rule })
}

function isInherited(comparison: Comparison, { old, now, key }: Entry): boolean {
  if (!INHERITABLE.has(key)) return false
  const { before, after } = comparison
  return saysTheSame(comparison, inheritedOf(before, old, key), inheritedOf(after, now, key))
}

/** One stream, or an array of them that has it alone (clause 7.8.2). */
function isSameContent({ before, after }: Comparison, old: PdfObject | undefined, now: PdfObject | undefined): boolean {
  const former = before.resolve(old)
  const latter = after.resolve(now)
  return isSameValue(isArray(former) ? [...former] : [old ?? null], isArray(latter) ? [...latter] : [now ?? null])
}

/** What says nothing to a reader of the page. */
function ruleFor({ before, after }: Comparison, { old, now, key }: Entry): ChangeRule | null {
  const value = after.resolve(now.get(key))
  if (key === 'Tabs') return value instanceof PdfName ? 'HARMLESS' : null
  // Other words would be read out for the same content.
  if (key === 'StructParents') return before.resolve(old.get(key)) === null && isInteger(value) ? 'HARMLESS' : null
  if (key === 'LastModified') return 'HARMLESS'
  if (key === 'PieceInfo') return value instanceof PdfDict ? 'HARMLESS' : null
  if (key === 'Metadata') return value instanceof PdfStream ? 'METADATA' : null
  return null
}

function kindOf({ after }: Comparison, { now, key }: Entry): ChangeKind {
  if (key === 'AA') return kindOfAction(after, now.get(key))
  if (key === 'AF') return 'ATTACHMENT'
  return CONTENT.has(key) ? 'PAGE_CONTENT' : 'PAGE_SETTINGS'
}
