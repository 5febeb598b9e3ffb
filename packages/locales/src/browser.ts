/// <reference types="vite/client" />
import type english from '../catalogues/en.json'

/** Every text of the portal by its key; the English file is the one that fixes the keys. */
export type Catalogue = typeof english

const catalogues = import.meta.glob<Catalogue>('../catalogues/*.json', { import: 'default' })

/**
 * The texts of one language, loaded when asked for.
 * A new file in the folder is a new language; nothing else names it.
 * @throws {RangeError} when there is no catalogue of that language.
 */
export function loadCatalogue(language: string): Promise<Catalogue> {
  const load = catalogues[`../catalogues/${language}.json`]
  if (!load) throw new RangeError(`There is no catalogue for ${language}`)
  return load()
}
