import { ApiError } from '@rubrica/contract'
import { unselectDocuments } from '../selection/selection-store.ts'
import type { OpenedDocument, PendingDocument, PendingDocumentsPage } from './pending-document.ts'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

export type { OpenedDocument, PendingDocument, PendingDocumentsPage }

/** Keys of list pages: under the one of `queryKeys`, so that one invalidation reaches them all. */
export const pendingDocumentsPageKey = (...parts: readonly unknown[]) => [
  ...queryKeys.pendingDocuments,
  'page',
  ...parts,
]

function cachedPages(...parts: readonly unknown[]) {
  return queryClient.getQueriesData<PendingDocumentsPage>({ queryKey: pendingDocumentsPageKey(...parts) })
}

/** Every row of the pages of the list that were loaded before. */
export function cachedPendingDocuments(): PendingDocument[] {
  return cachedPages().flatMap(([, page]) => page?.List ?? [])
}

/** The row of a document in a page of the list that was loaded before. */
export function cachedPendingDocument(docGuid: string): PendingDocument | undefined {
  return cachedPendingDocuments().find((document) => document.DocGUI === docGuid)
}

/** Under what the viewer keeps the row of the document that it shows. */
export const documentRowKey = (docGuid: string) => [...queryKeys.document(docGuid), 'row']

function openedDocument(docGuid: string): OpenedDocument | null | undefined {
  return queryClient.getQueryData<OpenedDocument | null>(documentRowKey(docGuid))
}

/** The newest total that the list reported with the same filters, for the request parameter Count. */
export function knownCount(filters: object): number | undefined {
  const newest = cachedPages(filters)
    .map(([key, page]) => ({ page, at: queryClient.getQueryState(key)?.dataUpdatedAt ?? 0 }))
    .filter(({ page }) => page)
    .sort((a, b) => b.at - a.at)[0]
  return newest?.page?.Count
}

/** Takes documents that were signed or rejected off the loaded pages at once, then has the list loaded anew. */
export function forgetPendingDocuments(docGuids: readonly string[]): void {
  const gone = new Set(docGuids)
  const stays = (document: PendingDocument) => !gone.has(document.DocGUI)
  // After a reload of the viewer no page of the list is loaded, but the document's own row is.
  const rows = [...cachedPendingDocuments(), ...docGuids.flatMap((guid) => openedDocument(guid) ?? [])]
  unselectDocuments(rows.filter((document) => !stays(document)).map(({ SignerDTO }) => SignerDTO.SignerGUID))
  queryClient.setQueriesData<PendingDocumentsPage>({ queryKey: pendingDocumentsPageKey() }, (page) => {
    const List = page?.List.filter(stays)
    if (!page || !List || List.length === page.List.length) return page
    return { ...page, List, Count: page.Count - (page.List.length - List.length) }
  })
  for (const docGuid of docGuids) queryClient.removeQueries({ queryKey: queryKeys.document(docGuid) })
  reloadPendingDocuments()
}

/** Takes one document off the list, as `forgetPendingDocuments` says. */
export function forgetPendingDocument(docGuid: string): void {
  forgetPendingDocuments([docGuid])
}

/** Has every page of the list loaded anew. */
export function reloadPendingDocuments(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.pendingDocuments })
  void queryClient.invalidateQueries({ queryKey: queryKeys.history })
}

/** Conflicts after which the document still waits for this person: what they have confirmed elsewhere is void. */
const STILL_WAITING = /^(?:CONSENT_|DOCUMENT_MOVED_ON$)/

/** Whether an error says that a document is over for this person: signed, rejected or withdrawn meanwhile. */
export function isNoLongerAvailable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && !STILL_WAITING.test(error.code)
}
