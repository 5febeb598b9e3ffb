import { FALLBACK_LANGUAGE, languageOf, type Language } from '@rubrica/domain'
import { LANGUAGE_KEY } from '../session/session-keys.ts'

/** The language to begin with: the stored one, else the deployment's, else English. */
export function initialLanguage(stored: string | null, deploymentDefault?: string): Language {
  return languageOf(stored) ?? languageOf(deploymentDefault) ?? FALLBACK_LANGUAGE
}

/** The language stored on this device, as it was written there. */
export function storedLanguage(): string | null {
  return localStorage.getItem(LANGUAGE_KEY)
}
