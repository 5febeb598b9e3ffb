import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { fetchRows } from '../../shared/selection/find-selected-documents.ts'

/**
 * The rows of documents that wait for this person, by their signers, in that order; what waits no longer is left out.
 * @throws {ApiError} when the list cannot be fetched
 */
export async function findPendingDocuments(signerGuids: readonly string[]): Promise<PendingDocument[]> {
  const wanted = new Set(signerGuids)
  const found = new Map<string, PendingDocument>()
  for (let page = 1; found.size < wanted.size; page += 1) {
    const rows = await fetchRows(page)
    if (rows === null) break
    for (const row of rows) if (wanted.has(row.SignerDTO.SignerGUID)) found.set(row.SignerDTO.SignerGUID, row)
  }
  return signerGuids.flatMap((guid) => found.get(guid) ?? [])
}
