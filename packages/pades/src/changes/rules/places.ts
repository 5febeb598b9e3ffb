/**
 * Where parts of the catalogue and of the form may be referred to (ISO 32000-2 clauses 7.7.2 and 12.7.3).
 *
 * What is drawn from has names that its writer chose, so an entry of it is no such place.
 */
import { type Comparison, numberOf, type Place } from '../comparison.ts'
import { isUsedAsResources } from './roles.ts'

/** The entry of the catalogue that was there before. */
export const inCatalog = (comparison: Comparison, key: string): Place => ({
  holders: withoutDrawn(comparison, [comparison.before.catalog.ref.num]),
  paths: [key],
})

/** The entry of the form that was there before, whether it stands in the catalogue or by itself. */
export function inForm(comparison: Comparison, ...keys: readonly string[]): Place {
  const { catalog } = comparison.before
  return {
    holders: withoutDrawn(comparison, [catalog.ref.num, numberOf(catalog.dict.get('AcroForm'))]),
    paths: keys.flatMap((key) => [key, `AcroForm/${key}`]),
  }
}

function withoutDrawn(comparison: Comparison, holders: readonly (number | null)[]): readonly number[] {
  return holders.filter((num) => num !== null && !isUsedAsResources(comparison, num)) as readonly number[]
}
