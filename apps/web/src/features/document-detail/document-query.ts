import { ApiError } from '@rubrica/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { hasNoSuchCall } from '../../shared/api/has-no-such-call.ts'
import {
  cachedPendingDocument,
  documentRowKey,
  isNoLongerAvailable,
  type OpenedDocument,
  type PendingDocument,
} from '../../shared/api/pending-documents.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { instantOf } from '../../shared/i18n/formats.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE_SIZE = 100

/** Who signs the document, and when it was sent. @throws {ApiError} 404 not for this person, 409 over for them */
export function documentInfoQuery(docGuid: string) {
  return queryOptions({
    queryKey: [...queryKeys.document(docGuid), 'info'],
    queryFn: ({ signal }) => api.documentInfo({ params: { docGuid }, signal }),
  })
}

/** Where the person will sign; nowhere to be seen on a server that does not say. @throws {ApiError} 404 */
export function signPlacesQuery(signerGuid: string) {
  return queryOptions({
    queryKey: [...queryKeys.signatures(signerGuid), 'places'],
    queryFn: async ({ signal }) => {
      try {
        return await api.signaturePlaces({ params: { signerGuid }, signal })
      } catch (error) {
        if (hasNoSuchCall(error)) return []
        throw error
      }
    },
  })
}

/** What a call answers; null when what it asks for is not there, or the call itself. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (hasNoSuchCall(error) || (error instanceof ApiError && error.status === 404)) return null
    throw error
  }
}

/** The day before a time of the server, so that no time zone can leave the day itself out. */
function dayBefore(time: string): string | undefined {
  const instant = instantOf(time)
  return instant ? new Date(instant.getTime() - DAY_MS).toISOString().slice(0, 10) : undefined
}

/**
 * Finds the row of a document in the list of pending ones: no call gives a single row, but the document's own facts say
 * when it was sent, and the list ordered by time from that day on has it near its beginning.
 * @returns null when the document does not wait for this person.
 */
async function searchPendingDocument(docGuid: string, signal: AbortSignal): Promise<PendingDocument | null> {
  const info = await queryClient.ensureQueryData(documentInfoQuery(docGuid))
  const query = { From: dayBefore(info.UploadTime), OrderBy: 'UploadTime', OrderType: 'asc' } as const
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await unlessUnknown(
      api.pendingDocuments({ query: { ...query, PageNumber: String(page), PageSize: String(PAGE_SIZE) }, signal }),
    )
    // With 404 the server says that nothing waits at all (spec §7).
    if (answer === null) return null
    const row = answer.List.find((document) => document.DocGUI === docGuid)
    if (row) return row
    last = answer.TotalPages
  }
  return null
}

/** The document as one that the person has decided; null when they have not, or the server keeps none of those. */
const findDecidedDocument = (docGuid: string, signal: AbortSignal): Promise<OpenedDocument | null> =>
  unlessUnknown(api.decidedDocument({ params: { docGuid }, signal }))

/** Of a document that is over the facts are refused; the person may be who has rejected it. */
async function findDocument(docGuid: string, signal: AbortSignal): Promise<OpenedDocument | null> {
  try {
    return (await searchPendingDocument(docGuid, signal)) ?? (await findDecidedDocument(docGuid, signal))
  } catch (error) {
    const rejected = isNoLongerAvailable(error) ? await findDecidedDocument(docGuid, signal) : null
    if (rejected === null) throw error
    return rejected
  }
}

/**
 * The row of one document: out of the list when that was loaded, else looked for there and among what was signed or
 * rejected.
 * @throws {ApiError} 404, 409
 */
export function documentQuery(docGuid: string) {
  return queryOptions({
    queryKey: documentRowKey(docGuid),
    queryFn: ({ signal }) => findDocument(docGuid, signal),
    initialData: (): OpenedDocument | null | undefined => cachedPendingDocument(docGuid),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
