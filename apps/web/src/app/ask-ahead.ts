import { loadCatalogue } from '@rubrica/locales/browser'
import { askAhead } from '../shared/api/asked-ahead.ts'
import { basesNow } from '../shared/api/environment.ts'
import { loadPortalConfig } from '../shared/api/portal-config.ts'
import { askedLanguage, initialLanguage } from '../shared/i18n/initial-language.ts'
import { keptReading } from '../shared/page-viewer/kept-readings.ts'
import { firstImageWidth } from '../shared/page-viewer/page-width.ts'
import { isProtectedPath } from '../shared/session/protected-paths.ts'
import { sessionToken } from '../shared/session/session-store.ts'

const DOCUMENT = /^\/documents\/([^/]+)$/

/** The page of a document that will be seen first: the very call that its viewer makes. */
async function askFirstPage(path: string, token: string): Promise<void> {
  const [, written] = DOCUMENT.exec(path) ?? []
  if (written === undefined) return
  const docGuid = decodeURIComponent(written)
  const { main } = basesNow(await loadPortalConfig())
  const page = keptReading(docGuid)?.page ?? 1
  const pages = `${main}/documentrendered/${encodeURIComponent(docGuid)}/remote/pages`
  askAhead(`${pages}/${page}?width=${firstImageWidth()}`, `Bearer ${token}`)
}

async function askTexts(isInside: boolean): Promise<void> {
  const asked = askedLanguage()
  const language = asked ?? initialLanguage(asked, (await loadPortalConfig()).defaultLanguage)
  await Promise.all([loadCatalogue(language, 'first'), isInside && loadCatalogue(language, 'rest')])
}

/**
 * Asks for what the first screen will need while its code, a hundred times as large, is on its way. Whatever fails
 * here is no failure: who needs it asks again and tells it.
 */
export async function askWhatComesFirst(): Promise<void> {
  const token = sessionToken()
  const isInside = token !== null && isProtectedPath(location.pathname)
  await Promise.allSettled([loadPortalConfig(), askTexts(isInside), isInside && askFirstPage(location.pathname, token)])
}
