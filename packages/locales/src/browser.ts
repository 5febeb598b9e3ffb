/// <reference types="vite/client" />
import type english from '../catalogues/en.json'

/** Every text of the portal by its key; the English file is the one that fixes the keys. */
export type Catalogue = typeof english

/**
 * What may be loaded of a catalogue: `first` is what the log-in screen and failures need, `sending` what only senders
 * see, `visits` what answers an application or verifies, `profile` what the profile says, and log-ins that ask for more
 * than a password, `elsewhere` what is said of signatures on the person's PC, on a provider's page or by somebody else
 * instead, `runs` what is said of signing runs, `rest` all else that a browser shows.
 * The bundler is told in the query and takes the file apart.
 */
export type CataloguePart = 'first' | 'rest' | 'sending' | 'visits' | 'profile' | 'elsewhere' | 'runs'

const catalogues: Record<CataloguePart, Record<string, () => Promise<Partial<Catalogue>>>> = {
  first: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', { query: '?part=first', import: 'default' }),
  rest: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', { query: '?part=rest', import: 'default' }),
  sending: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', { query: '?part=sending', import: 'default' }),
  profile: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', { query: '?part=profile', import: 'default' }),
  elsewhere: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', {
    query: '?part=elsewhere',
    import: 'default',
  }),
  runs: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', { query: '?part=runs', import: 'default' }),
  visits: import.meta.glob<Partial<Catalogue>>('../catalogues/*.json', {
    query: '?part=visits',
    import: 'default',
  }),
}

/**
 * A part of the texts of one language, loaded when asked for.
 * A new file in the folder is a new language; nothing else names it.
 * @throws {RangeError} when there is no catalogue of that language.
 */
export function loadCatalogue(language: string, part: CataloguePart): Promise<Partial<Catalogue>> {
  const load = catalogues[part][`../catalogues/${language}.json`]
  if (!load) throw new RangeError(`There is no catalogue for ${language}`)
  return load()
}
