/**
 * The interactive form's own entries (ISO 32000-2 clause 12.7.3).
 *
 * Signing raises SigFlags and may add fonts to the default resources; XFA and the order of calculations stay as they
 * are. NeedAppearances lets readers draw fields anew, so it may not be switched on over fields that show something else
 * than their value.
 */
import { isInteger, PdfDict, PdfName, type PdfObject, PdfString } from '@rubrica/pdf'
import type { ChangeRule } from '../change.ts'
import { type Comparison, numberOf, report, settlePart, touchedKeys } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { isAdditionOfResources } from './default-resources.ts'
import { compareFieldLists } from './field-list.ts'
import { inForm } from './places.ts'
import { settleByEntries } from './roles.ts'
import { everyFieldHasAppearanceString, everyFieldShowsItsValue } from './shown-values.ts'

interface Forms {
  readonly old: PdfDict
  readonly now: PdfDict
  /** Number of the object that holds the form now. */
  readonly num: number
}

export function compareForms(comparison: Comparison): void {
  const { before, after } = comparison
  const place = after.catalog.dict.get('AcroForm')
  const old = before.resolve(before.catalog.dict.get('AcroForm'))
  const now = after.resolve(place)
  if (old === null && now === null) return
  const num = numberOf(place) ?? after.catalog.ref.num
  if (!(now instanceof PdfDict)) return report(comparison, { what: 'FORM_SETTINGS', num })
  // Another object's number that it took is judged as that object.
  if (num === numberOf(before.catalog.dict.get('AcroForm'))) settleByEntries(comparison, num)
  const forms = { old: old instanceof PdfDict ? old : new PdfDict(), now, num }
  // Resources have parts of their own, which may have been written anew in their places.
  const keys = new Set([...touchedKeys(comparison, forms.old, now), 'DR'])
  for (const key of keys) compareEntry(comparison, forms, key)
}

function compareEntry(comparison: Comparison, forms: Forms, key: string): void {
  const old = forms.old.get(key)
  const now = forms.now.get(key)
  if (key === 'Fields') return compareFieldLists(comparison, old, now)
  settlePart(comparison, now, inForm(comparison, key))
  if (saysTheSame(comparison, old, now)) return
  report(comparison, { what: 'FORM_SETTINGS', num: numberOf(now) ?? forms.num, rule: ruleFor(comparison, forms, key) })
}

function ruleFor(comparison: Comparison, forms: Forms, key: string): ChangeRule | null {
  const { before, after } = comparison
  const old = before.resolve(forms.old.get(key))
  const now = after.resolve(forms.now.get(key))
  if (key === 'DR') return isAdditionOfResources(comparison, old, now) ? 'FORM_FILLING' : null
  if (key === 'NeedAppearances') return now !== true || everyFieldShowsItsValue(before) ? 'FORM_FILLING' : null
  if (key === 'SigFlags') return keepsFlags(old, now) ? 'HARMLESS' : null
  return isDefault(comparison, key, [old, now]) ? 'FORM_FILLING' : null
}

/** Whether an entry that says how fields are drawn may be written so. */
function isDefault(comparison: Comparison, key: string, [old, now]: readonly [PdfObject, PdfObject]): boolean {
  if (key === 'Type') return old === null && now instanceof PdfName
  if (key === 'Q') return now === null || isInteger(now)
  return key === 'DA' && mayBeDefault(comparison, old, now)
}

/** Plain black text, where there was nothing; anything, where every field says by itself how it looks. */
function mayBeDefault({ before }: Comparison, old: PdfObject, now: PdfObject): boolean {
  if (now !== null && !(now instanceof PdfString)) return false
  if (everyFieldHasAppearanceString(before)) return true
  return old === null && now !== null && PLAIN_TEXT.test(Buffer.from(now.bytes).toString('latin1'))
}

/** A font, a size and black. */
const PLAIN_TEXT = /^\s*\/\S+\s+(0|[4-9]|1\d|2[0-4])(\.\d+)?\s+Tf\s+(0\s+g|0\s+0\s+0\s+rg)?\s*$/

/** Flags may be raised: without SignaturesExist a reader need not look for signatures. */
function keepsFlags(old: PdfObject, now: PdfObject): boolean {
  return isInteger(now) && (now & ~3) === 0 && (!isInteger(old) || (old & now & 3) === (old & 3))
}
