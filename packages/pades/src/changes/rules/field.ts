/**
 * A field or widget that was there before (ISO 32000-2 clauses 12.7.4 and 12.7.5): may be filled in, within its limits.
 *
 * Filling in changes the value and with it the appearance. An appearance that changes alone shows something else than
 * what was signed (the shadow attacks "replace" and "hide-and-replace"), and so does a flag that shows or hides a
 * field. A signature that is there stays as it is.
 */
import { isArray, isInteger, isName, PdfDict, PdfName, type PdfObject } from '@rubrica/pdf'
import type { ChangeKind, ChangeRule } from '../change.ts'
import { type Comparison, report, settlePart, touchedKeys } from '../comparison.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { kindOfAction } from './actions.ts'
import { isSameAppearance } from './appearance.ts'
import { fieldType, inheritedOf, isSignedBetween, qualifiedName } from './field-facts.ts'
import { type FieldLook, mayLookOtherwise } from './field-look.ts'
import { isVisible } from './new-field.ts'
import { takesPage } from './page-share.ts'
import { isPlaceOnPage, isUsedAsAnnotation } from './roles.ts'
import { wasRenumbered, withFormerNumbers } from './renumbered-widgets.ts'
import { judgeSignatureValue } from './signature-value.ts'

interface FieldChange extends FieldLook {
  readonly name: string
}

/** ReadOnly, Required and NoExport (clause 12.7.4.1): none changes what is seen. */
const QUIET_FIELD_FLAGS = 1 + 2 + 4
/** ReadOnly, Locked and LockedContents (clause 12.5.3). */
const QUIET_ANNOTATION_FLAGS = 64 + 128 + 512
const PRINT = 4
/** Hidden and NoView. */
const UNSEEN = 2 + 32

const FILLABLE = new Set(['Btn', 'Ch', 'Tx'])
/** Entries that filling in may write, beside /V, /AP and /AS. */
const OF_FILLING = new Set(['BS', 'DA', 'DS', 'I', 'MK', 'Q', 'RV', 'TI'])
/** Entries that make a field a widget with a place. */
const PLACING = new Set(['F', 'Rect', 'Subtype'])
/** Entries that say nothing to a reader of the document. */
const QUIET = new Set(['M', 'NM'])
/** What may be said where nothing was: another part of the structure would be read out in place of the former one. */
const ONCE = new Set(['StructParent', 'Type'])

const KINDS: Readonly<Record<string, ChangeKind>> = {
  FT: 'FIELD_REMOVED',
  Kids: 'FIELD_REMOVED',
  OC: 'OPTIONAL_CONTENT',
  Parent: 'FIELD_REMOVED',
  T: 'FIELD_REMOVED',
  V: 'FIELD_VALUE',
}

/** Judges a field once, however many of its parts were written anew. */
export function compareFields(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): void {
  const { before, after, touched, settled, comparedFields } = comparison
  if (comparedFields.has(num)) return
  comparedFields.add(num)
  if (wasRenumbered(comparison, num)) return void settled.add(num)
  if (touched.has(num) && isUsedAsAnnotation(comparison, num)) settled.add(num)
  const change: FieldChange = {
    num,
    old,
    now,
    type: fieldType(before, old),
    name: qualifiedName(before, old),
    isFilled: !saysTheSame(comparison, inheritedOf(before, old, 'V'), inheritedOf(after, now, 'V')),
  }
  // These may have been written anew in their places.
  const keys = new Set([...touchedKeys(comparison, old, now), 'AP', 'V'])
  for (const key of keys) compareEntry(comparison, change, key)
}

function compareEntry(comparison: Comparison, change: FieldChange, key: string): void {
  const old = change.old.get(key)
  const now = change.now.get(key)
  if (key === 'AP') return compareAppearances(comparison, change)
  if (PLACING.has(key) && isPlacedBySigning(comparison, change)) return reportPlacing(comparison, change)
  if (key === 'V' && change.type === 'Sig') return compareSignatures(comparison, change)
  const { num } = change
  if (saysTheSame(comparison, old, now)) return settlePart(comparison, now, { holders: [num], paths: [key] })
  const rule = ruleFor(comparison, change, key)
  if (rule !== null) settlePart(comparison, now, { holders: [num], paths: [key] })
  // Buttons under new numbers are still there.
  const what = key === 'Kids' && rule !== null ? 'FIELD_APPEARANCE' : kindOf(comparison, change, key)
  report(comparison, { what, num, rule, field: change.name })
}

/**
 * A signature field that could not be seen may get its place when it is signed: then it is as good as a new one. Some
 * writers take the place away from one that they sign without showing it.
 */
function isPlacedBySigning(comparison: Comparison, change: FieldChange): boolean {
  const { before, after } = comparison
  const subtype = after.resolve(change.now.get('Subtype'))
  const isMoved = isVisible(before, change.old) && isVisible(after, change.now)
  return isBeingSigned(comparison, change) && !isMoved && isName(subtype, 'Widget')
}

function reportPlacing(comparison: Comparison, { num, now, name }: FieldChange): void {
  const endsWithCertification = isVisible(comparison.after, now)
  report(comparison, { what: 'FIELD_APPEARANCE', num, rule: 'SIGNATURE', field: name, endsWithCertification })
}

function kindOf({ after }: Comparison, { now }: FieldChange, key: string): ChangeKind {
  if (key === 'A' || key === 'AA') return kindOfAction(after, now.get(key))
  return KINDS[key] ?? 'FIELD_APPEARANCE'
}

function ruleFor(comparison: Comparison, change: FieldChange, key: string): ChangeRule | null {
  const old = comparison.before.resolve(change.old.get(key))
  const now = comparison.after.resolve(change.now.get(key))
  if (key === 'P') return isPlaceOnPage(comparison, change.now.get(key)) ? 'HARMLESS' : null
  if (QUIET.has(key) || isQuietFlag(key, old, now)) return 'HARMLESS'
  if (key === 'Kids') return isRenumbered(comparison, old, now) ? 'FORM_FILLING' : null
  if (ONCE.has(key)) return old === null && (key !== 'Type' || isName(now, 'Annot')) ? 'HARMLESS' : null
  return isFilling(comparison, change, { key, now }) ? 'FORM_FILLING' : null
}

function isRenumbered(comparison: Comparison, old: PdfObject, now: PdfObject): boolean {
  return isArray(old) && isArray(now) && isSameValue([...old], [...withFormerNumbers(comparison, now)])
}

function isQuietFlag(key: string, old: PdfObject, now: PdfObject): boolean {
  if (key === 'F') return changesOnly(old, now, QUIET_ANNOTATION_FLAGS + (comesToPrint(now) ? PRINT : 0))
  return key === 'Ff' && changesOnly(old, now, QUIET_FIELD_FLAGS)
}

/** What is visible on the screen may be printed, too; what is hidden on the screen must not appear on paper. */
function comesToPrint(flags: PdfObject): boolean {
  return isInteger(flags) && (flags & PRINT) !== 0 && (flags & UNSEEN) === 0
}

interface NewEntry {
  readonly key: string
  readonly now: PdfObject
}

function isFilling(comparison: Comparison, change: FieldChange, { key, now }: NewEntry): boolean {
  if (key === 'V') return isValue(now) && isFillable(comparison, change)
  if (key === 'AS') return change.isFilled && isState(now) && !takesPage(comparison, change.num)
  return OF_FILLING.has(key) && (change.isFilled || isBeingSigned(comparison, change))
}

function changesOnly(old: PdfObject, now: PdfObject, allowed: number): boolean {
  if (now !== null && !isInteger(now)) return false
  return (((isInteger(old) ? old : 0) ^ (now ?? 0)) & ~allowed) === 0
}

const isState = (value: PdfObject): boolean => value === null || value instanceof PdfName

/** Fields below another one inherit its value, of any kind, locked or not. */
function isFillable({ after }: Comparison, { now, type }: FieldChange): boolean {
  const kids = after.resolve(now.get('Kids'))
  const isAboveFields = isArray(kids) && kids.some((kid) => after.resolveDict(kid)?.get('T') !== undefined)
  return FILLABLE.has(type) && !isAboveFields
}

/** Text, a choice or several of them, or a state; a stream for long text. */
function isValue(value: PdfObject): boolean {
  return !(value instanceof PdfDict) && typeof value !== 'boolean'
}

function isBeingSigned({ before, after }: Comparison, { old, now, type }: FieldChange): boolean {
  return type === 'Sig' && isSignedBetween({ before, after }, old, now)
}

function compareSignatures(comparison: Comparison, change: FieldChange): void {
  const { num, name, old, now } = change
  if (comparison.before.resolve(old.get('V')) !== null) {
    if (!saysTheSame(comparison, old.get('V'), now.get('V'))) report(comparison, { what: 'SIGNATURE', num })
    return
  }
  judgeSignatureValue(comparison, { num, name, value: now.get('V'), visible: isVisible(comparison.after, now) })
}

function compareAppearances(comparison: Comparison, change: FieldChange): void {
  const { num, old, now, name } = change
  const appearances = [old.get('AP'), now.get('AP')] as const
  if (isSameAppearance(comparison, appearances))
    return settlePart(comparison, now.get('AP'), { holders: [num], paths: ['AP'] })
  const allowed = mayLookOtherwise(comparison, change)
  if (allowed) settlePart(comparison, now.get('AP'), { holders: [num], paths: ['AP'] })
  report(comparison, { what: 'FIELD_APPEARANCE', num, rule: allowed ? 'FORM_FILLING' : null, field: name })
}
