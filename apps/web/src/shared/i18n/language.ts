import { FALLBACK_LANGUAGE, type Language } from '@rubrica/domain'
import { loadCatalogue, type CataloguePart } from '@rubrica/locales/browser'
import { LANGUAGE_KEY } from '../session/session-keys.ts'
import { readSession, writeSession } from '../session/session-store.ts'
import { fillText, type TextFacts, type Texts } from './fill-text.ts'

let language: Language = FALLBACK_LANGUAGE
/** Every catalogue has every key (a repository check sees to it), so no second language is ever loaded. */
const texts = new Map<Language, Texts>()
const listeners = new Set<() => void>()

/** The parts of the catalogues that are in use; the others join when a screen that needs them is opened. */
const parts: CataloguePart[] = ['first']
const loaded = new Set<string>()

async function loadTexts(wanted: Language): Promise<void> {
  const missing = parts.filter((part) => !loaded.has(`${wanted} ${part}`))
  await Promise.all(
    missing.map(async (part) => {
      const catalogue = await loadCatalogue(wanted, part)
      texts.set(wanted, { ...texts.get(wanted), ...catalogue })
      loaded.add(`${wanted} ${part}`)
    }),
  )
}

function speak(chosen: Language): void {
  language = chosen
  document.documentElement.lang = chosen
  for (const listener of listeners) listener()
}

/** The language that the page is in. */
export const currentLanguage = (): Language => language

/** @returns what ends the listening to changes of the language */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A text that the catalogue may lack, because its key is somebody else's code: `findText('errors.WRONG_PIN')`.
 * @returns undefined when it does
 */
export function findText(key: string, facts?: TextFacts, spoken: Language = language): string | undefined {
  return fillText({ language: spoken, texts: texts.get(spoken) ?? {} }, key, facts)
}

/** Languages of parts of the page, with whether their texts are there. */
const asked = new Map<Language, Promise<boolean>>()

/** Has the texts of a language at hand, besides those of the page. @returns false when they cannot be fetched */
export function readyTexts(wanted: Language): Promise<boolean> {
  const ready =
    asked.get(wanted) ??
    loadTexts(wanted).then(
      () => true,
      () => !asked.delete(wanted),
    )
  asked.set(wanted, ready)
  return ready
}

/**
 * Loads one language and readies the texts; call once before anything is drawn.
 * @param allAtOnce whether the first screen is one behind the log-in
 */
export async function startTexts(first: Language, allAtOnce: boolean): Promise<void> {
  if (allAtOnce) parts.push('rest')
  await loadTexts(first)
  speak(first)
}

/**
 * Loads what the log-in screen goes without, or other parts; gives nothing to wait for when they are there.
 * @throws {TypeError} when the texts cannot be fetched
 */
export function completeTexts(...wanted: CataloguePart[]): Promise<void> | undefined {
  for (const part of wanted.length === 0 ? (['rest'] as const) : wanted) if (!parts.includes(part)) parts.push(part)
  return parts.every((part) => loaded.has(`${language} ${part}`)) ? undefined : loadTexts(language)
}

/** How often a language was chosen on this page: only the last choice counts, whichever texts arrive first. */
let choices = 0

/**
 * Changes the language of everything on the page.
 * @returns false when another language was chosen while the texts of this one were on their way.
 * @throws {TypeError} when the texts cannot be fetched; the language stays as it was.
 */
export async function showLanguage(chosen: Language): Promise<boolean> {
  const choice = ++choices
  await loadTexts(chosen)
  if (choice !== choices) return false
  speak(chosen)
  return true
}

/** As `showLanguage`, for a person who chooses: it is remembered on this device, and goes before what others asked. */
export async function chooseLanguage(chosen: Language): Promise<boolean> {
  if (!(await showLanguage(chosen))) return false
  localStorage.setItem(LANGUAGE_KEY, chosen)
  if (readSession('lang') !== null) writeSession('lang', chosen)
  return true
}
