import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import { loadCatalogue } from '@rubrica/locales/browser'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGE_KEY } from '../session/session-keys.ts'

const NAMESPACE = 'translation'

/** The language to begin with: the stored one, else the deployment's, else English. */
export function initialLanguage(stored: string | null, deploymentDefault?: string): Language {
  return languageOf(stored) ?? languageOf(deploymentDefault) ?? FALLBACK_LANGUAGE
}

/** The language stored on this device, as it was written there. */
export function storedLanguage(): string | null {
  return localStorage.getItem(LANGUAGE_KEY)
}

/** Loads one language and readies the texts; call once before anything is drawn. */
export async function startTexts(language: Language): Promise<void> {
  const catalogue = await loadCatalogue(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    // Every catalogue has every key (a repository check sees to it), so no second language is ever loaded.
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: catalogue } },
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = language
}

/** How often a language was chosen on this page: only the last choice counts, whichever texts arrive first. */
let choices = 0

/**
 * Changes the language of everything on the page and remembers it on this device.
 * @returns false when another language was chosen while the texts of this one were on their way.
 * @throws {TypeError} when the texts cannot be fetched; the language stays as it was.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const choice = ++choices
  if (!i18next.hasResourceBundle(language, NAMESPACE)) {
    i18next.addResourceBundle(language, NAMESPACE, await loadCatalogue(language))
  }
  if (choice !== choices) return false
  await i18next.changeLanguage(language)
  localStorage.setItem(LANGUAGE_KEY, language)
  document.documentElement.lang = language
  return true
}
