import { createClient } from '@rubrica/contract'
import { copyContract } from '@rubrica/contract/copies'
import { queryOptions } from '@tanstack/react-query'
import { clientSettings } from '../../shared/api/api.ts'
import type { SignaturesSource } from '../../shared/api/document-signatures.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import type { PageSource } from '../../shared/page-viewer/images/page-source.ts'

/** The calls of who has a copy; only their screen loads it. */
const copyApi = createClient(copyContract, clientSettings)

/** A document of which the person has a copy. */
export type DocumentCopy = Awaited<ReturnType<typeof copyApi.copy>>

/** @throws {ApiError} 404 */
export const copyQuery = (copyGuid: string) =>
  queryOptions({
    queryKey: [...queryKeys.copy(copyGuid), 'row'],
    queryFn: ({ signal }) => copyApi.copy({ params: { copyGuid }, signal }),
  })

/** Who signs the document, and how far each is. @throws {ApiError} 404 */
export const copyInfoQuery = (copyGuid: string) =>
  queryOptions({
    queryKey: [...queryKeys.copy(copyGuid), 'info'],
    queryFn: ({ signal }) => copyApi.copyInfo({ params: { copyGuid }, signal }),
  })

export const downloadCopy = (copyGuid: string) => copyApi.downloadCopy({ params: { copyGuid } })

export const copyPages = (copyGuid: string): PageSource => ({
  key: queryKeys.copy(copyGuid),
  keptAs: copyGuid,
  load: ({ page, width, signal }) =>
    copyApi.copyPages({ params: { copyGuid, page: String(page) }, query: { width: String(width) }, signal }),
  text: ({ page, signal }) => copyApi.copyPageText({ params: { copyGuid, page: String(page) }, signal }),
  download: () => downloadCopy(copyGuid),
})

export function copySignatures(copyGuid: string): SignaturesSource {
  const key = queryKeys.signatures(copyGuid)
  return {
    key,
    load: (signal) => copyApi.copySignatures({ params: { copyGuid }, signal }),
    pages: (revision) => ({
      key: [...key, revision],
      load: ({ page, width, signal }) =>
        copyApi.copyRevisionPage({
          params: { copyGuid, revision: String(revision), page: String(page) },
          query: { width: String(width) },
          signal,
        }),
    }),
  }
}
