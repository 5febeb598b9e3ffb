import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import { LANGUAGE_KEY } from '../session/session-keys.ts'
import { readSession } from '../session/session-store.ts'

/** The language to begin with: the stored one, else the deployment's, else English. */
export function initialLanguage(stored: string | null, deploymentDefault?: string): Language {
  return languageOf(stored) ?? languageOf(deploymentDefault) ?? FALLBACK_LANGUAGE
}

/** The language an application wants the person to be spoken to in, else the one stored on this device, as written. */
export function storedLanguage(): string | null {
  return readSession('lang') ?? localStorage.getItem(LANGUAGE_KEY)
}
