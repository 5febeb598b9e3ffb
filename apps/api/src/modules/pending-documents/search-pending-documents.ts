import { PortalError } from '@rubrica/domain'
import type { PendingDocument, PendingDocumentStore, PendingQuery } from './ports.ts'

export interface PendingPage {
  readonly documents: readonly PendingDocument[]
  readonly count: number
  readonly totalPages: number
}

/**
 * One page of what waits for a person's signature. A page beyond the last is empty and tells the right totals, so
 * that a list which shrank meanwhile can go back to its last page.
 * @throws {PortalError} NO_PENDING_DOCUMENTS when nothing at all matches (spec §7: 404 means empty)
 */
export async function searchPendingDocuments(store: PendingDocumentStore, query: PendingQuery): Promise<PendingPage> {
  const { documents, count } = await store.search(query)
  if (count === 0) throw new PortalError('NO_PENDING_DOCUMENTS', 'No document is waiting.')
  return { documents, count, totalPages: Math.ceil(count / query.pageSize) }
}
