import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import { useTranslation } from 'react-i18next'

/** `t('login.title')`: a text of the catalogue in the person's language; a wrong key does not compile. */
export function useText() {
  return useTranslation().t
}

/** The language the page is in. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n.language) ?? FALLBACK_LANGUAGE
}
