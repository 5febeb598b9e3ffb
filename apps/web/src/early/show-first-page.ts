/**
 * Stands in the page of a document or an approval, and runs before any other code is here: asks for the page that will
 * be seen first, the very call that the viewer makes, and on a phone shows it where the viewer will. What fails here is
 * asked again by the application, which tells it.
 */
import { answerAhead, askAhead } from '../shared/api/asked-ahead.ts'
import { basesNow } from '../shared/api/environment.ts'
import { writtenSettings } from '../shared/api/portal-config.ts'
import { showEarlyPage } from '../shared/page-viewer/early-page.ts'
import { keptReading } from '../shared/page-viewer/kept-readings.ts'
import { firstImageWidth, firstPageWidth } from '../shared/page-viewer/page-width.ts'
import { sessionToken } from '../shared/session/session-store.ts'

/** What stands before the number of the page, by the first part of the portal's own address. */
const PAGES = {
  documents: (guid: string) => `documentrendered/${guid}/remote/pages`,
  approvals: (guid: string) => `approvaldocuments/${guid}/documentrendered/pages`,
} as const

async function show(address: string): Promise<void> {
  const answer = await answerAhead(address)
  if (!answer?.ok) return
  const { DocPageRendered } = (await answer.clone().json()) as { DocPageRendered: string[] }
  if (DocPageRendered[0]) showEarlyPage(DocPageRendered[0], firstPageWidth())
}

function begin(): void {
  const [, kind, guid = ''] = location.pathname.split('/')
  const [settings, token] = [writtenSettings(), sessionToken()]
  if (!settings || token === null || !(kind === 'documents' || kind === 'approvals')) return
  const page = keptReading(decodeURIComponent(guid))?.page ?? 1
  const address = `${basesNow(settings).main}/${PAGES[kind](guid)}/${page}?width=${firstImageWidth()}`
  askAhead(address, `Bearer ${token}`)
  // In a wide window a rail or a scroll bar may stand beside it, and a later page is scrolled to.
  if (page === 1 && innerWidth <= 760) show(address).catch(() => undefined)
}

begin()
