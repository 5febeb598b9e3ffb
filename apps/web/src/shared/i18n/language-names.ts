import type { Language } from '@rubrica/domain'

/** Each language in its own words, so that its speakers find it whatever the page is in. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  es: 'Español',
  ca: 'Català',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}
