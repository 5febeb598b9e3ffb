import type { PortalConfig } from '@rubrica/contract'
import { loadPrefetches } from '../routes/frame/prefetch.ts'
import { loadPortalConfig } from '../shared/api/portal-config.ts'
import { askedLanguage, initialLanguage } from '../shared/i18n/initial-language.ts'
import { startTexts } from '../shared/i18n/language.ts'
import { applyPortalTheme, followColorScheme } from '../shared/theme/apply-theme.ts'
import { storedTheme } from '../shared/theme/theme.ts'
import { isProtectedPath } from '../shared/session/entry/protected-paths.ts'
import { sessionToken } from '../shared/session/session-store.ts'

/**
 * Loads what must be there before anything is drawn: settings, texts, colours.
 * @throws {Error} when the server does not answer; the texts are ready even then when a language is asked for.
 */
export async function startPortal(): Promise<void> {
  const asked = askedLanguage()
  const needsAllTexts = isProtectedPath(location.pathname) && sessionToken() !== null
  const texts = asked && startTexts(asked, needsAllTexts)
  // Its failure is none: the screens ask for themselves.
  const prefetches = needsAllTexts ? loadPrefetches().catch(() => undefined) : undefined
  const [config] = await Promise.all([loadPortalConfig(), texts, prefetches])
  if (!texts) await startTexts(initialLanguage(asked, config.defaultLanguage), needsAllTexts)
  applyPortalTheme(storedTheme(themeOfUser(config)))
  followColorScheme()
}

function themeOfUser(config: PortalConfig) {
  return { ...config.theme, Logo: null }
}
