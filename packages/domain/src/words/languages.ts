/** The portal's languages, in the order of its selector (spec §1). */
export const LANGUAGES = ['es', 'ca', 'en', 'de', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const FALLBACK_LANGUAGE: Language = 'en'

/** The language of a tag such as `es-ES`, or undefined when we do not speak it. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const primary = tag?.split('-')[0]?.toLowerCase()
  return LANGUAGES.find((language) => language === primary)
}
