/**
 * A field or widget that was there before (ISO 32000-2 clauses 12.7.4 and 12.7.5): may be filled in, within its limits.
 *
 * Filling in changes the value and with it the appearance. An appearance that changes alone shows something else than
 * what was signed (the shadow attacks "replace" and "hide-and-replace"), and so does a flag that shows or hides a
 * field. A signature that is there stays as it is.
 */
import { isArray, isInteger, isName, PdfDict, PdfName, type PdfObject } from '@rubrica/pdf'
import { fieldType, inheritedOf, isSignedBetween, qualifiedName } from './field-facts.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import type { ChangeRule } from '../change.ts'
import { isSameAppearance } from '../canvas/same-look.ts'
import { report } from '../comparison.ts'
import { type EntryChange, former, latter } from '../model/entries.ts'
import { mayLookOtherwise } from './field-look.ts'
import { withFormerNumbers } from './renumbered-widgets.ts'
import { judgeSignatureValue } from './new-field.ts'
import { isPlaceOnPage, isVisible, takesPage } from './visibility.ts'

/** ReadOnly, Required and NoExport (clause 12.7.4.1): none changes what is seen. */
const QUIET_FIELD_FLAGS = 1 + 2 + 4
/** ReadOnly, Locked and LockedContents (clause 12.5.3). */
const QUIET_ANNOTATION_FLAGS = 64 + 128 + 512
const PRINT = 4
/** Hidden and NoView. */
const UNSEEN = 2 + 32

const FILLABLE = new Set(['Btn', 'Ch', 'Tx'])

const typeOf = ({ comparison, old }: EntryChange): string => fieldType(comparison.before, old)
export const nameOf = ({ comparison, old }: Pick<EntryChange, 'comparison' | 'old'>): string =>
  qualifiedName(comparison.before, old)

/** Whether the field or one above it has another value than before. */
function isFilled({ comparison, old, now }: EntryChange): boolean {
  const { before, after } = comparison
  return !saysTheSame(comparison, inheritedOf(before, old, 'V'), inheritedOf(after, now, 'V'))
}

const isBeingSigned = (change: EntryChange): boolean =>
  typeOf(change) === 'Sig' && isSignedBetween(change.comparison, change.old, change.now)

/** What filling in writes beside the value. */
export const whenFilled = (change: EntryChange): ChangeRule | null =>
  isFilled(change) || isBeingSigned(change) ? 'FORM_FILLING' : null

export const isOnPage = ({ comparison, now, key }: EntryChange): ChangeRule | null =>
  isPlaceOnPage(comparison, now.get(key)) ? 'HARMLESS' : null

export function changesQuietFlags(change: EntryChange): ChangeRule | null {
  const [old, now] = [former(change), latter(change)]
  if (now !== null && !isInteger(now)) return null
  const ofAnnotation = QUIET_ANNOTATION_FLAGS + (comesToPrint(now ?? 0) ? PRINT : 0)
  const allowed = change.key === 'F' ? ofAnnotation : QUIET_FIELD_FLAGS
  return (((isInteger(old) ? old : 0) ^ (now ?? 0)) & ~allowed) === 0 ? 'HARMLESS' : null
}

/** What is visible on the screen may be printed, too; what is hidden on the screen must not appear on paper. */
const comesToPrint = (flags: number): boolean => (flags & PRINT) !== 0 && (flags & UNSEEN) === 0

export function showsState(change: EntryChange): ChangeRule | null {
  const now = latter(change)
  const isState = now === null || now instanceof PdfName
  return isState && isFilled(change) && !takesPage(change.comparison, change.num) ? 'FORM_FILLING' : null
}

export function renumbersKids(change: EntryChange): ChangeRule | null {
  const [old, now] = [former(change), latter(change)]
  const isRenumbered = isArray(old) && isArray(now) && isSameValue(old, withFormerNumbers(change.comparison, now))
  return isRenumbered ? 'FORM_FILLING' : null
}

/** Entries that make a field a widget with a place. */
export function comparePlaces(change: EntryChange): void {
  const { comparison, num, key, old, now } = change
  const named = { num, field: nameOf(change) }
  if (isPlacedBySigning(change)) {
    const endsWithCertification = isVisible(comparison.after, now)
    report(comparison, { what: 'FIELD_APPEARANCE', rule: 'SIGNATURE', endsWithCertification, ...named })
  } else if (!saysTheSame(comparison, old.get(key), now.get(key))) {
    report(comparison, { what: 'FIELD_APPEARANCE', rule: key === 'F' ? changesQuietFlags(change) : null, ...named })
  }
}

/**
 * A signature field that could not be seen may get its place when it is signed: then it is as good as a new one. Some
 * writers take the place away from one that they sign without showing it.
 */
function isPlacedBySigning(change: EntryChange): boolean {
  const { before, after } = change.comparison
  const subtype = after.resolve(change.now.get('Subtype'))
  const isMoved = isVisible(before, change.old) && isVisible(after, change.now)
  return isBeingSigned(change) && !isMoved && isName(subtype, 'Widget')
}

export function compareValues(change: EntryChange): void {
  const { comparison, num, old, now } = change
  const isSame = saysTheSame(comparison, old.get('V'), now.get('V'))
  if (typeOf(change) === 'Sig' && former(change) === null) {
    const visible = isVisible(comparison.after, now)
    judgeSignatureValue(comparison, { num, name: nameOf(change), value: now.get('V'), visible })
  } else if (isSame) return
  else if (typeOf(change) === 'Sig') report(comparison, { what: 'SIGNATURE', num })
  else {
    const rule = isValue(latter(change)) && isFillable(change) ? 'FORM_FILLING' : null
    report(comparison, { what: 'FIELD_VALUE', num, rule, field: nameOf(change) })
  }
}

/** Fields below another one inherit its value, of any kind, locked or not. */
function isFillable(change: EntryChange): boolean {
  const { after } = change.comparison
  const kids = after.resolve(change.now.get('Kids'))
  const isAboveFields = isArray(kids) && kids.some((kid) => after.resolveDict(kid)?.get('T') !== undefined)
  return FILLABLE.has(typeOf(change)) && !isAboveFields
}

/** Text, a choice or several of them, or a state; a stream for long text. */
const isValue = (value: PdfObject): boolean => !(value instanceof PdfDict) && typeof value !== 'boolean'

export function compareLooks(change: EntryChange): void {
  const { comparison, num, old, now } = change
  if (isSameAppearance(comparison, [old.get('AP'), now.get('AP')])) return
  const rule = mayLookOtherwise(change, typeOf(change), isFilled(change)) ? 'FORM_FILLING' : null
  report(comparison, { what: 'FIELD_APPEARANCE', num, rule, field: nameOf(change) })
}
