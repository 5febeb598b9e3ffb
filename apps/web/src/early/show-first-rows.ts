/**
 * Stands in the page of the list, and runs before any other code is here: asks for the list, the very call that its
 * screen makes, and on a phone shows the first rows where they will stand. What fails here is asked again by the
 * application, which reports it.
 */
import { listQuery } from '../features/pending-documents/list-query.ts'
import { DEFAULT_LIST_STATE, type ListState } from '../features/pending-documents/list-state.ts'
import { askAhead, readAhead } from '../shared/api/asked-ahead.ts'
import { basesNow } from '../shared/api/environment.ts'
import type { PendingDocumentsPage } from '../shared/api/pending-documents.ts'
import { writtenSettings } from '../shared/api/portal-config.ts'
import { askedLanguage } from '../shared/i18n/initial-language.ts'
import { readSession, sessionToken } from '../shared/session/session-store.ts'
import { drawRows } from './draw-rows.ts'
import { fetchFiles, fetchStyles, startApplication } from './fetch-files.ts'
import { orTooLong, PHONE } from './phone.ts'

/** The list as its screen will read it, unless it is filtered: then other things stand above it, too. */
function listAsked(): ListState | undefined {
  const kept = location.search === '' ? readSession('documentFilters') : null
  const wanted = kept === null ? Object.fromEntries(new URLSearchParams(location.search)) : (JSON.parse(kept) as object)
  const isPlain = Object.keys(wanted).every((name) => name in DEFAULT_LIST_STATE)
  return isPlain && !readSession('selectedSigners') ? { ...DEFAULT_LIST_STATE, ...wanted } : undefined
}

/** Asks for the list; gives the address of the call where rows can be shown before the application is there. */
function askList(): string | undefined {
  const [settings, token, list] = [writtenSettings(), sessionToken(), listAsked()]
  // Those of somebody else are for the application.
  if (!settings || token === null || !list || readSession('office')) return undefined
  const query = Object.entries(listQuery(list)).filter(([, value]) => value !== undefined) as [string, string][]
  const address = `${basesNow(settings).main}/pendingsignatures/paginated?${new URLSearchParams(query)}`
  askAhead(address, `Bearer ${token}`)
  return matchMedia(PHONE).matches ? address : undefined
}

async function show(answer: Promise<string | undefined>): Promise<void> {
  const { List = [] } = JSON.parse((await answer) ?? '{}') as Partial<PendingDocumentsPage>
  await globalThis.stylesLoaded
  // A single document is opened at once.
  if (List.length > 1) await drawRows(List)
}

let shown: Promise<void> | undefined
try {
  const address = askList()
  if (address !== undefined) shown = show(readAhead(address))
} finally {
  fetchStyles()
  fetchFiles()
  // A browser's first date takes a slow phone as long as all the rows; this one is made while the line is waited for.
  setTimeout(() => new Intl.DateTimeFormat(askedLanguage(), { dateStyle: 'medium' }).format(), 0)
  void orTooLong(shown).then(startApplication)
}
