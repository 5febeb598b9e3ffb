/**
 * Resources of the form (ISO 32000-2 clause 12.7.3.4): entries may be added, what is there keeps its meaning.
 *
 * Difficulty: medium. A font that is exchanged would change what fields show when they are drawn anew. Pictures are never
 * drawn from there by themselves, and one family of writers puts that of the newest signature in place of the last one;
 * only an appearance without resources of its own could show it.
 */
import { isArray, PdfDict, type PdfObject, PdfRef } from '../../objects/pdf-objects.ts'
import { type Comparison, settlePart, touchedKeys } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { everyAppearanceHasResources } from './shown-values.ts'

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
  const kept =
    keepsEntries(comparison, former, latter) || (category === 'XObject' && isOfNewPictures(comparison, former, latter))
  // A dictionary that others use, too, is judged by its uses.
  if (kept) settlePart(comparison, now, [`DR/${category}`, `AcroForm/DR/${category}`, category])
  return kept
}

function keepsEntries(comparison: Comparison, former: PdfDict, latter: PdfDict): boolean {
  return [...former.entries].every(([name, value]) => saysTheSame(comparison, value, latter.get(name)))
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
