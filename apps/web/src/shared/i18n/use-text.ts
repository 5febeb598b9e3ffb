import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

function onLanguageChanged(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/** One function for each language, so that a change of language is a change of the value. */
const texts = new Map<string, TFunction>()

function currentText(): TFunction {
  const { language } = i18next
  const known = texts.get(language)
  if (known) return known
  const text = i18next.getFixedT(language)
  texts.set(language, text)
  return text
}

/** `t('login.title')`: a text of the catalogue in the person's language; a wrong key does not compile. */
export function useText(): TFunction {
  return useSyncExternalStore(onLanguageChanged, currentText)
}

/** The language the page is in. */
export function useLanguage(): Language {
  return languageOf(useSyncExternalStore(onLanguageChanged, () => i18next.language)) ?? FALLBACK_LANGUAGE
}
