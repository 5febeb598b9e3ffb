import { ApiError, type Client } from '@rubrica/contract'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

export type PendingDocumentsPage = Awaited<ReturnType<Client['pendingDocuments']>>
/** A document that waits for the signature of the person, as its row of the list says. */
export type PendingDocument = PendingDocumentsPage['List'][number]

/** Keys of list pages: under the one of `queryKeys`, so that one invalidation reaches them all. */
export const pendingDocumentsPageKey = (...parts: readonly unknown[]) => [
  ...queryKeys.pendingDocuments,
  'page',
  ...parts,
]

function cachedPages() {
  return queryClient.getQueriesData<PendingDocumentsPage>({ queryKey: pendingDocumentsPageKey() })
}

/** The row of a document in a page of the list that was loaded before. */
export function cachedPendingDocument(docGuid: string): PendingDocument | undefined {
  for (const [, page] of cachedPages()) {
    const row = page?.List.find((document) => document.DocGUI === docGuid)
    if (row) return row
  }
  return undefined
}

/** The newest total that the list told, for the request parameter Count. */
export function knownCount(): number | undefined {
  const newest = cachedPages()
    .map(([key, page]) => ({ page, at: queryClient.getQueryState(key)?.dataUpdatedAt ?? 0 }))
    .filter(({ page }) => page)
    .sort((a, b) => b.at - a.at)[0]
  return newest?.page?.Count
}

/** Takes a document that was signed or rejected off the loaded pages at once, then has the list loaded anew. */
export function forgetPendingDocument(docGuid: string): void {
  queryClient.setQueriesData<PendingDocumentsPage>({ queryKey: pendingDocumentsPageKey() }, (page) => {
    if (!page?.List.some((document) => document.DocGUI === docGuid)) return page
    return { ...page, List: page.List.filter((document) => document.DocGUI !== docGuid), Count: page.Count - 1 }
  })
  queryClient.removeQueries({ queryKey: queryKeys.document(docGuid) })
  void queryClient.invalidateQueries({ queryKey: queryKeys.pendingDocuments })
}

/** Whether an error says that a document is over for this person: signed, rejected or withdrawn meanwhile. */
export function isNoLongerAvailable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
