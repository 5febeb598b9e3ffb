import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import { loadCatalogue, type CataloguePart } from '@rubrica/locales/browser'
import i18next from 'i18next'
import { LANGUAGE_KEY } from '../session/session-keys.ts'

const NAMESPACE = 'translation'

/**
 * A name inside a sentence, without the marks that would turn round the sentence after it, or show a file name
 * backwards.
 */
export function withoutTurns(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

/** The parts of the catalogues that are in use; the rest joins when a screen behind the log-in is opened. */
const parts: CataloguePart[] = ['first']
const loaded = new Set<string>()

async function loadTexts(language: Language): Promise<void> {
  const missing = parts.filter((part) => !loaded.has(`${language} ${part}`))
  await Promise.all(
    missing.map(async (part) => {
      i18next.addResourceBundle(language, NAMESPACE, await loadCatalogue(language, part), true)
      loaded.add(`${language} ${part}`)
    }),
  )
}

/**
 * Loads one language and readies the texts; call once before anything is drawn.
 * @param allAtOnce whether the first screen is one behind the log-in
 */
export async function startTexts(language: Language, allAtOnce: boolean): Promise<void> {
  if (allAtOnce) parts.push('rest')
  await i18next.init({
    lng: language,
    // Every catalogue has every key (a repository check sees to it), so no second language is ever loaded.
    fallbackLng: false,
    resources: {},
    // React escapes markup itself.
    interpolation: { escapeValue: true, escape: withoutTurns },
  })
  await loadTexts(language)
  document.documentElement.lang = language
}

/**
 * Loads what the log-in screen goes without; gives nothing to wait for when it is there.
 * @throws {TypeError} when the texts cannot be fetched
 */
export function completeTexts(): Promise<void> | undefined {
  if (!parts.includes('rest')) parts.push('rest')
  const language = languageOf(i18next.language) ?? FALLBACK_LANGUAGE
  return parts.every((part) => loaded.has(`${language} ${part}`)) ? undefined : loadTexts(language)
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
  await loadTexts(language)
  if (choice !== choices) return false
  await i18next.changeLanguage(language)
  localStorage.setItem(LANGUAGE_KEY, language)
  document.documentElement.lang = language
  return true
}
