import { ApiError } from '@rubrica/contract'
import { SIGNING_PAGE_SIZES } from '@rubrica/domain'
import { api } from '../api/api.ts'
import { cachedPendingDocuments, type PendingDocument } from '../api/pending-documents.ts'
import { readSelection, recogniseSelected, unselectDocuments } from './selection-store.ts'

const LARGEST_PAGE = Math.max(...SIGNING_PAGE_SIZES)

/** One page of the whole list, without filters; null behind its end. */
export async function fetchRows(page: number, signal?: AbortSignal): Promise<readonly PendingDocument[] | null> {
  try {
    const query = { PageNumber: String(page), PageSize: String(LARGEST_PAGE) }
    const { List, TotalPages } = await api.pendingDocuments({ query, signal })
    return page > TotalPages ? null : List
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/**
 * The rows of everything selected, in the order of selection. Rows that are not known, as after a reload of the page,
 * are looked for in the list; what waits there no longer is taken out of the selection.
 * @throws {ApiError} when the list cannot be fetched; the selection is then as before
 */
export async function findSelectedDocuments(signal?: AbortSignal): Promise<PendingDocument[]> {
  recogniseSelected(cachedPendingDocuments())
  const missing = () => readSelection().guids.filter((guid) => !readSelection().documents.has(guid))
  for (let page = 1; missing().length > 0; page += 1) {
    const rows = await fetchRows(page, signal)
    if (rows === null) break
    recogniseSelected(rows)
  }
  unselectDocuments(missing())
  const { guids, documents } = readSelection()
  return guids.flatMap((guid) => documents.get(guid) ?? [])
}
