/**
 * The interactive form's own entries (ISO 32000-2 clause 12.7.3).
 *
 * Difficulty: medium. Signing raises SigFlags and may add fonts to the default resources; XFA and the order of
 * calculations stay as they are. NeedAppearances lets readers draw fields anew, so it may not be switched on over fields
 * that show something else than their value.
 */
import { isInteger, PdfDict, PdfName, type PdfObject, PdfString } from '../../objects/pdf-objects.ts'
import type { ChangeRule } from '../change.ts'
import { type Comparison, numberOf, report, settlePart, touchedKeys } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { isAdditionOfResources } from './default-resources.ts'
import { compareFieldLists } from './field-list.ts'
import { everyFieldShowsItsValue } from './shown-values.ts'

interface Forms {
  readonly old: PdfDict
  readonly now: PdfDict
  /** Number of the object that holds the form now. */
  readonly num: number
}

export function compareForms(comparison: Comparison): void {
  const { before, after, settled } = comparison
  const place = after.catalog.dict.get('AcroForm')
  const old = before.resolve(before.catalog.dict.get('AcroForm'))
  const now = after.resolve(place)
  if (old === null && now === null) return
  const num = numberOf(place) ?? after.catalog.ref.num
  if (!(now instanceof PdfDict)) return report(comparison, { what: 'FORM_SETTINGS', num })
  // Its entries are judged one by one, so it does not matter who else refers to it, unless it took another's number.
  if (numberOf(place) === numberOf(before.catalog.dict.get('AcroForm'))) settled.add(num)
  else settlePart(comparison, place, ['AcroForm'])
  const forms = { old: old instanceof PdfDict ? old : new PdfDict(), now, num }
  // Resources have parts of their own, which may have been written anew in their places.
  const keys = new Set([...touchedKeys(comparison, forms.old, now), 'DR'])
  for (const key of keys) compareEntry(comparison, forms, key)
}

function compareEntry(comparison: Comparison, forms: Forms, key: string): void {
  const old = forms.old.get(key)
  const now = forms.now.get(key)
  const paths = [key, `AcroForm/${key}`]
  if (key === 'Fields') return compareFieldLists(comparison, old, now)
  if (saysTheSame(comparison, old, now)) return settlePart(comparison, now, paths)
  const rule = ruleFor(comparison, forms, key)
  if (rule !== null) settlePart(comparison, now, paths)
  report(comparison, { what: 'FORM_SETTINGS', num: numberOf(now) ?? forms.num, rule })
}

function ruleFor(comparison: Comparison, forms: Forms, key: string): ChangeRule | null {
  const { before, after } = comparison
  const old = before.resolve(forms.old.get(key))
  const now = after.resolve(forms.now.get(key))
  if (key === 'DR') return isAdditionOfResources(comparison, old, now) ? 'FORM_FILLING' : null
  if (key === 'NeedAppearances') return now !== true || everyFieldShowsItsValue(before) ? 'FORM_FILLING' : null
  if (key === 'SigFlags') return keepsFlags(old, now) ? 'HARMLESS' : null
  return OF_FILLING[key]?.(now) === true ? 'FORM_FILLING' : null
}

/** How fields are drawn from now on. */
const OF_FILLING: Readonly<Record<string, (value: PdfObject) => boolean>> = {
  DA: (value) => value === null || value instanceof PdfString,
  Q: (value) => value === null || isInteger(value),
  Type: (value) => value instanceof PdfName,
}

/** Flags may be raised: without SignaturesExist a reader need not look for signatures. */
function keepsFlags(old: PdfObject, now: PdfObject): boolean {
  return isInteger(now) && (now & ~3) === 0 && (!isInteger(old) || (old & now & 3) === (old & 3))
}
