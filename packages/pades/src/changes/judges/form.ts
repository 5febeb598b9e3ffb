/**
 * The interactive form's own entries (ISO 32000-2 clause 12.7.3).
 *
 * Signing raises SigFlags and may add fonts to the default resources; XFA and the order of calculations stay as they
 * are. NeedAppearances lets readers draw fields anew, so it may not be switched on over fields that show something else
 * than their value.
 */
import { isArray, isInteger, PdfDict, type PdfObject, PdfRef, PdfString } from '@rubrica/pdf'
import type { ChangeRule } from '../change.ts'
import { plainFontName } from './plain-font.ts'
import { allKeys, saysTheSame } from '../same-value.ts'
import type { Comparison } from '../comparison.ts'
import { type EntryChange, former, latter } from '../model/entries.ts'
import {
  everyAppearanceHasResources,
  everyFieldHasAppearanceString,
  everyFieldShowsItsValue,
  namesTakenFromForm,
} from './shown-values.ts'

/** It may come and be written anew, but it does not go: its entries are compared in any case. */
export const isStillForm = (change: EntryChange): 'same' | null => (latter(change) instanceof PdfDict ? 'same' : null)

export const redrawsAlike = (change: EntryChange): ChangeRule | null =>
  latter(change) !== true || everyFieldShowsItsValue(change.comparison.before) ? 'FORM_FILLING' : null

/** Flags may be raised: without SignaturesExist a reader need not look for signatures. */
export function raisesFlags(change: EntryChange): ChangeRule | null {
  const [old, now] = [former(change), latter(change)]
  const isRaised = isInteger(now) && (now & ~3) === 0 && (!isInteger(old) || (old & now & 3) === (old & 3))
  return isRaised ? 'HARMLESS' : null
}

/** A font, a size and black. */
const PLAIN_TEXT = /^\s*\/\S+\s+(0|[4-9]|1\d|2[0-4])(\.\d+)?\s+Tf\s+(0\s+g|0\s+0\s+0\s+rg)?\s*$/

/** Plain black text, where there was nothing; anything, where every field says by itself how it looks. */
export function mayBeDefaultAppearance(change: EntryChange): ChangeRule | null {
  const now = latter(change)
  if (now !== null && !(now instanceof PdfString)) return null
  const isPlain = now !== null && PLAIN_TEXT.test(Buffer.from(now.bytes).toString('latin1'))
  const mayCome = former(change) === null && isPlain
  return mayCome || everyFieldHasAppearanceString(change.comparison.before) ? 'FORM_FILLING' : null
}

/**
 * Default resources (clause 12.7.3.4): entries may be added, what is there keeps its meaning.
 *
 * A font that is exchanged would change what fields show when they are drawn anew. Pictures are never drawn from there
 * by themselves, and one family of writers puts that of the newest signature in place of the last one; only an
 * appearance without resources of its own could show it.
 */
export function addsToResources(change: EntryChange): ChangeRule | null {
  const { comparison } = change
  const [old, now] = [former(change) ?? new PdfDict(), latter(change)]
  if (!(now instanceof PdfDict) || !(old instanceof PdfDict)) return null
  const isAddition = (category: string): boolean => addsToCategory(comparison, category, [old, now])
  return allKeys(old, now).every(isAddition) ? 'FORM_FILLING' : null
}

type Pair = readonly [old: PdfDict, now: PdfDict]

function addsToCategory(comparison: Comparison, category: string, [old, now]: Pair): boolean {
  const { before, after } = comparison
  const [former, latter] = [before.resolve(old.get(category)) ?? new PdfDict(), after.resolve(now.get(category))]
  if (category === 'ProcSet') return latter === null || isArray(latter)
  if (!(former instanceof PdfDict)) return saysTheSame(comparison, old.get(category), now.get(category))
  if (!(latter instanceof PdfDict)) return former.entries.size === 0 && latter === null
  if (keepsEntries(comparison, [former, latter]) && addsNothingAwaited(comparison, [former, latter])) return true
  return category === 'XObject' && isOfNewPictures(comparison, [former, latter])
}

const keepsEntries = (comparison: Comparison, [former, latter]: Pair): boolean =>
  [...former.entries].every(([name, value]) => saysTheSame(comparison, value, latter.get(name)))

const addedTo = ([former, latter]: Pair) => [...latter.entries].filter(([name]) => former.get(name) === undefined)

/** A name that fields use in vain is drawn somehow; the font that it gets then must draw the same letters. */
function addsNothingAwaited({ before, after }: Comparison, pair: Pair): boolean {
  const others = addedTo(pair).filter(([, value]) => plainFontName(after, value) === null)
  const awaited = others.length === 0 ? new Set<string>() : namesTakenFromForm(before)
  return awaited !== null && others.every(([name]) => !awaited.has(name))
}

/** Whether entries are kept or lead to new objects: one that was there before could have been prepared. */
function isOfNewPictures(comparison: Comparison, [former, latter]: Pair): boolean {
  const { touched, before } = comparison
  const isNew = (value: PdfObject): boolean => value instanceof PdfRef && touched.get(value.num)?.how === 'created'
  const isKeptOrNew = ([name, value]: readonly [string, PdfObject]): boolean =>
    saysTheSame(comparison, former.get(name), value) || isNew(value)
  return [...latter.entries].every(isKeptOrNew) && everyAppearanceHasResources(before)
}

/** Pages, too, may have more of the standard's own fonts than before: they draw nothing by themselves. */
export function addsPlainFonts(comparison: Comparison, old: PdfObject, now: PdfObject): boolean {
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict) || !keepsEntries(comparison, [old, now])) return false
  return addedTo([old, now]).every(([, value]) => plainFontName(comparison.after, value) !== null)
}
