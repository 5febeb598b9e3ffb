/**
 * Resources of the form (ISO 32000-2 clause 12.7.3.4): entries may be added, what is there keeps its meaning.
 *
 * A font that is exchanged would change what fields show when they are drawn anew. Pictures are never drawn from there
 * by themselves, and one family of writers puts that of the newest signature in place of the last one; only an
 * appearance without resources of its own could show it.
 */
import { isArray, PdfDict, type PdfObject, PdfRef } from '@rubrica/pdf'
import { type Comparison, numberOf, type Place, settlePart, touchedKeys, usesBefore } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { inForm } from './places.ts'
import { plainFontName } from './plain-font.ts'
import { everyAppearanceHasResources, namesTakenFromForm } from './shown-values.ts'

/** Whether `now` has all that `old` had. */
export function isAdditionOfResources(comparison: Comparison, old: PdfObject, now: PdfObject): boolean {
  if (!(now instanceof PdfDict) || (old !== null && !(old instanceof PdfDict))) return false
  const former = old ?? new PdfDict()
  return touchedKeys(comparison, former, now).every((category) =>
    isAdditionOfEntries(comparison, { category, old: former.get(category), now: now.get(category) }),
  )
}

interface Category {
  readonly category: string
  readonly old: PdfObject | undefined
  readonly now: PdfObject | undefined
}

function isAdditionOfEntries(comparison: Comparison, { category, old, now }: Category): boolean {
  const { before, after } = comparison
  const former = before.resolve(old) ?? new PdfDict()
  const latter = after.resolve(now)
  if (category === 'ProcSet') return latter === null || isArray(latter)
  if (!(former instanceof PdfDict)) return saysTheSame(comparison, old, now)
  if (!(latter instanceof PdfDict)) return former.entries.size === 0 && latter === null
  const kept = isKept(comparison, category, [former, latter])
  // A dictionary that others use, too, is judged by its uses.
  if (kept) settlePart(comparison, now, inDefaultResources(comparison, category))
  if (kept && category === 'Font') settleSharedFonts(comparison, now, [former, latter])
  return kept
}

function isKept(comparison: Comparison, category: string, [former, latter]: Pair): boolean {
  if (keepsEntries(comparison, former, latter) && addsNothingAwaited(comparison, former, latter)) return true
  return category === 'XObject' && isOfNewPictures(comparison, former, latter)
}

type Pair = readonly [former: PdfDict, latter: PdfDict]

/** Pages, too, may have more of the standard's own fonts than before: they draw nothing by themselves. */
function settleSharedFonts(comparison: Comparison, place: PdfObject | undefined, [former, latter]: Pair): void {
  const num = numberOf(place)
  if (num === null || !keepsEntries(comparison, former, latter) || !addsPlainFonts(comparison, former, latter)) return
  const isOfFonts = usesBefore(comparison, num).every(({ path }) => path === 'Font' || path.endsWith('/Font'))
  if (isOfFonts) comparison.settled.add(num)
}

function addsPlainFonts({ after }: Comparison, former: PdfDict, latter: PdfDict): boolean {
  return addedTo(former, latter).every(([, value]) => plainFontName(after, value) !== null)
}

const addedTo = (former: PdfDict, latter: PdfDict) =>
  [...latter.entries].filter(([name]) => former.get(name) === undefined)

/** In the form's resources, which may be an object of their own. */
function inDefaultResources(comparison: Comparison, category: string): Place {
  const { holders, paths } = inForm(comparison, `DR/${category}`)
  const form = comparison.before.resolveDict(comparison.before.catalog.dict.get('AcroForm'))
  const own = numberOf(form?.get('DR'))
  return own === null ? { holders, paths } : { holders: [...holders, own], paths: [...paths, category] }
}

function keepsEntries(comparison: Comparison, former: PdfDict, latter: PdfDict): boolean {
  return [...former.entries].every(([name, value]) => saysTheSame(comparison, value, latter.get(name)))
}

/** A name that fields use in vain is drawn somehow; the font that it gets then must draw the same letters. */
function addsNothingAwaited(comparison: Comparison, former: PdfDict, latter: PdfDict): boolean {
  if (addsPlainFonts(comparison, former, latter)) return true
  const { before, after } = comparison
  const awaited = namesTakenFromForm(before)
  const isKnown = (value: PdfObject): boolean => plainFontName(after, value) !== null
  return awaited !== null && addedTo(former, latter).every(([name, value]) => !awaited.has(name) || isKnown(value))
}

/** Whether entries are kept or lead to new objects: one that was there before could have been prepared. */
function isOfNewPictures(comparison: Comparison, former: PdfDict, latter: PdfDict): boolean {
  const { touched, before } = comparison
  const areNew = [...latter.entries].every(
    ([name, value]) =>
      saysTheSame(comparison, former.get(name), value) ||
      (value instanceof PdfRef && touched.get(value.num)?.how === 'created'),
  )
  return areNew && everyAppearanceHasResources(before)
}
