import { loadCatalogue } from '@rubrica/locales/browser'
import { loadPortalConfig } from '../shared/api/portal-config.ts'
import { askedLanguage, initialLanguage } from '../shared/i18n/initial-language.ts'
import { isProtectedPath } from '../shared/session/entry/protected-paths.ts'
import { sessionToken } from '../shared/session/session-store.ts'

async function askTexts(isInside: boolean): Promise<void> {
  const asked = askedLanguage()
  const language = asked ?? initialLanguage(asked, (await loadPortalConfig()).defaultLanguage)
  await Promise.all([loadCatalogue(language, 'first'), isInside && loadCatalogue(language, 'rest')])
}

/**
 * Asks for what the first screen will need while its code, a hundred times as large, is on its way. Whatever fails here
 * is no failure: who needs it asks again and reports it.
 */
export async function askWhatComesFirst(): Promise<void> {
  const isInside = sessionToken() !== null && isProtectedPath(location.pathname)
  await Promise.allSettled([loadPortalConfig(), askTexts(isInside)])
}
