/**
 * The catalogue (ISO 32000-2 clause 7.7.2): what shows or does something must stay as it is.
 *
 * A catalogue under another number is the same one when it says the same, so a second catalogue that was prepared
 * beside the signed one is held against it entry by entry.
 */
import { isArray, isName, PdfDict, PdfName, type PdfObject, PdfRef } from '@rubrica/pdf'
import type { ChangeKind, ChangeRule } from '../change.ts'
import { type Comparison, numberOf, report, settlePart, touchedKeys } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { kindOfAction } from './actions.ts'
import { kindOfNamesChange } from './names.ts'
import { kindOfPagesChange } from './page-tree.ts'
import { inCatalog } from './places.ts'
import { settleByEntries } from './roles.ts'
import { isGrownRoot } from './structure.ts'

/** Judged by rules of their own. */
const ELSEWHERE = new Set(['AcroForm', 'DSS', 'Metadata'])
/** Judged as the objects that they are, unless they took another's place. */
const TREES = new Set(['Pages', 'StructTreeRoot'])

const KINDS: Readonly<Record<string, ChangeKind>> = {
  AF: 'ATTACHMENT',
  Collection: 'ATTACHMENT',
  NeedsRendering: 'FORM_SETTINGS',
  OCProperties: 'OPTIONAL_CONTENT',
  Outlines: 'OUTLINE',
  PageLabels: 'PAGE_SETTINGS',
  Perms: 'SIGNATURE',
  StructTreeRoot: 'STRUCTURE',
}

export function compareCatalogs(comparison: Comparison): void {
  const { before, after } = comparison
  const old = before.catalog
  const now = after.catalog
  if (old.ref.num === now.ref.num) settleByEntries(comparison, now.ref.num)
  else settlePart(comparison, now.ref, { holders: [null], paths: ['Root'] })
  for (const key of touchedKeys(comparison, old.dict, now.dict)) compareEntry(comparison, key)
}

function compareEntry(comparison: Comparison, key: string): void {
  const { before, after } = comparison
  const now = after.catalog.dict.get(key)
  const old = before.catalog.dict.get(key)
  if (TREES.has(key) ? isOnePlace(old, now) : ELSEWHERE.has(key)) return
  const num = numberOf(now) ?? after.catalog.ref.num
  if (saysTheSame(comparison, old, now)) return settlePart(comparison, now, inCatalog(comparison, key))
  const rule: ChangeRule | null = isQuiet(comparison, key) ? 'HARMLESS' : null
  if (rule !== null) settlePart(comparison, now, inCatalog(comparison, key))
  const what = rule === null || key === 'StructTreeRoot' ? kindOf(comparison, key) : 'CATALOG'
  report(comparison, { what, num, rule })
}

function isOnePlace(old: PdfObject | undefined, now: PdfObject | undefined): boolean {
  return old instanceof PdfRef && now instanceof PdfRef && old.num === now.num && old.gen === now.gen
}

function isQuiet(comparison: Comparison, key: string): boolean {
  const { before, after } = comparison
  const now = after.resolve(after.catalog.dict.get(key))
  // A signature in colour needs to define its colours (clause 14.11.5): added, never changed.
  if (key === 'OutputIntents') return before.resolve(before.catalog.dict.get(key)) === null && isArray(now)
  if (key === 'StructTreeRoot') return isGrownRoot(comparison)
  return QUIET[key]?.(now) === true
}

/** What every save may write, and what only other programs read. */
const QUIET: Readonly<Record<string, (value: PdfObject) => boolean>> = {
  Extensions: (value) => value instanceof PdfDict,
  MarkInfo: (value) => value instanceof PdfDict,
  // MuPDF opens the list of attachments of every file that has some: it covers no page.
  PageMode: (value) => isName(value, 'UseAttachments'),
  PieceInfo: (value) => value instanceof PdfDict,
  Type: (value) => isName(value, 'Catalog'),
  Version: (value) => value instanceof PdfName && /^[12]\.\d$/.test(value.value),
}

function kindOf(comparison: Comparison, key: string): ChangeKind {
  const { before, after } = comparison
  if (key === 'Pages') return kindOfPagesChange(before, after)
  if (key === 'Names') return kindOfNamesChange(comparison)
  if (key === 'OpenAction' || key === 'AA') {
    const now = after.resolve(after.catalog.dict.get(key))
    return now === null || isArray(now) ? 'ACTION' : kindOfAction(after, now)
  }
  return KINDS[key] ?? 'CATALOG'
}
