import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import { LANGUAGE_KEY } from '../session/session-keys.ts'
import { readSession } from '../session/session-store.ts'

/** The language an application wants the person to be spoken to in, else the one stored on this device, as written. */
export function storedLanguage(): string | null {
  return readSession('lang') ?? localStorage.getItem(LANGUAGE_KEY)
}

/**
 * The language that the page is asked for: the stored one, else the first that the browser asks for and the portal
 * speaks; undefined when neither names any.
 * @param wishes language tags such as `ca-ES`, the most wanted first
 */
export function askedLanguage(
  stored: string | null = storedLanguage(),
  wishes: readonly string[] = navigator.languages,
): Language | undefined {
  return [stored, ...wishes].map((tag) => languageOf(tag)).find((language) => language !== undefined)
}

/** The language to begin with: the one asked for, else the deployment's, else English. */
export function initialLanguage(asked: Language | undefined, deploymentDefault: string): Language {
  return asked ?? languageOf(deploymentDefault) ?? FALLBACK_LANGUAGE
}
