import { PortalError } from '@rubrica/domain'
import type { PendingDocumentStore, PendingMatches, PendingQuery } from './ports.ts'

export interface PendingPage extends PendingMatches {
  readonly totalPages: number
}

/**
 * One page of what waits for a person's signature. A page beyond the last is empty and has the right totals, so
 * that a list which shrank meanwhile can go back to its last page.
 * @throws {PortalError} NO_PENDING_DOCUMENTS when nothing at all matches (spec §7: 404 means empty)
 */
export async function searchPendingDocuments(store: PendingDocumentStore, query: PendingQuery): Promise<PendingPage> {
  const { count, documents } = await store.search(query)
  if (count === 0) throw new PortalError('NO_PENDING_DOCUMENTS', 'No document is waiting.')
  return { documents, count, totalPages: Math.ceil(count / query.pageSize) }
}
