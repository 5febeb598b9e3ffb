import { readFileSync } from 'node:fs'
import type english from '../catalogues/en.json'

/** Every text of the portal by its key; the English file is the one that fixes the keys. */
export type Catalogue = typeof english

/**
 * The texts of one language for a program without a bundler.
 * @param folder directory that holds the catalogues; the one of this package unless the program was bundled elsewhere.
 * @throws {Error} (`ENOENT`) when there is no catalogue of that language.
 */
export function readCatalogue(language: string, folder = new URL('../catalogues/', import.meta.url)): Catalogue {
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Catalogue
}
