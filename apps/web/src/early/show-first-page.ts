/**
 * Stands in the page of a document or an approval, and runs before any other code is here: asks for the page that will
 * be seen first, the very call that the viewer makes, and on a phone shows it where the viewer will. What fails here is
 * asked again by the application, which reports it.
 */
import { askAhead, readAhead } from '../shared/api/asked-ahead.ts'
import { basesNow } from '../shared/api/environment.ts'
import { writtenSettings } from '../shared/api/portal-config.ts'
import { deviceChoice } from '../shared/document-parts/device-choices.ts'
import { keptReading } from '../shared/page-viewer/reading/kept-readings.ts'
import { firstImageWidth, firstPageWidth } from '../shared/page-viewer/page-width.ts'
import { readSession, sessionToken } from '../shared/session/session-store.ts'
import { drawPage } from './draw-page.ts'
import { fetchFiles, fetchStyles, startApplication } from './fetch-files.ts'
import { orTooLong, PHONE, wait, windowWidth } from './phone.ts'

/** What stands before the number of the page, by the first part of the portal's own address. */
const PAGES = {
  documents: (guid: string) => `documentrendered/${guid}/remote/pages`,
  approvals: (guid: string) => `approvaldocuments/${guid}/documentrendered/pages`,
} as const
/** How long the other files give way to a page; most take less. */
const FILES_WAIT_MS = 500

async function show(answer: Promise<string | undefined>): Promise<void> {
  const { DocPageRendered = [] } = JSON.parse((await answer) ?? '{}') as { DocPageRendered?: string[] }
  if (!DocPageRendered[0]) return
  await drawPage(DocPageRendered[0], { width: firstPageWidth(windowWidth()), isFolded: deviceChoice('headerFolded') })
}

/** Asks for the first page, whose address it gives where the page can be shown before the application is there. */
function askFirstPage(): string | undefined {
  const [, kind, guid = ''] = location.pathname.split('/')
  const [settings, token] = [writtenSettings(), sessionToken()]
  // Those of somebody else are for the application.
  if (!settings || token === null || readSession('office')) return undefined
  if (!(kind === 'documents' || kind === 'approvals')) return undefined
  const page = keptReading(decodeURIComponent(guid))?.page ?? 1
  const width = firstImageWidth(windowWidth())
  const address = `${basesNow(settings).main}/${PAGES[kind](guid)}/${page}?width=${width}`
  askAhead(address, `Bearer ${token}`)
  // A later page is scrolled to.
  return page === 1 && matchMedia(PHONE).matches ? address : undefined
}

let shown: Promise<void> | undefined
try {
  const address = askFirstPage()
  if (address !== undefined) shown = show(readAhead(address))
} finally {
  fetchStyles()
  void Promise.race([orTooLong(shown), wait(FILES_WAIT_MS)]).then(fetchFiles)
  void orTooLong(shown).then(startApplication)
}
