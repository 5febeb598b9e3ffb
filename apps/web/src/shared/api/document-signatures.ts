import type { Client } from '@rubrica/contract'
import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { PageSource } from '../page-viewer/images/page-source.ts'
import { api } from './api.ts'
import { hasNoSuchCall } from './has-no-such-call.ts'
import { queryKeys } from './query-keys.ts'

/** The signatures that a file bore when it came, and what was changed since each of them. */
export type DocumentSignatures = Awaited<ReturnType<Client['documentSignatures']>>
/** What is found in a file, whoever looks at it. */
export type FileFindings = Omit<DocumentSignatures, 'Archive' | 'NeedsConfirmation'>
export type FoundSignature = DocumentSignatures['Signatures'][number]
export type SignatureChange = FoundSignature['Changes'][number]

/** Where the signatures of a document are asked for, and the pages of its revisions. */
export interface SignaturesSource {
  readonly key: QueryKey
  readonly load: (signal: AbortSignal) => Promise<DocumentSignatures>
  /** The pages as they were in a revision of the file, from 1. */
  readonly pages: (revision: number) => PageSource
}

/** The signatures in a document that waits for a signature. */
export function signerSignatures(signerGuid: string): SignaturesSource {
  const key = queryKeys.signatures(signerGuid)
  return {
    key,
    load: (signal) => api.documentSignatures({ params: { signerGuid }, signal }),
    pages: (revision) => ({
      key: [...key, revision],
      load: ({ page, width, signal }) =>
        api.revisionPage({
          params: { signerGuid, revision: String(revision), page: String(page) },
          query: { width: String(width) },
          signal,
        }),
    }),
  }
}

/** The signatures in a document that waits for an approval. */
export function approverSignatures(approverGuid: string): SignaturesSource {
  const key = queryKeys.signatures(approverGuid)
  return {
    key,
    load: (signal) => api.approvalSignatures({ params: { approverGuid }, signal }),
    pages: (revision) => ({
      key: [...key, revision],
      load: ({ page, width, signal }) =>
        api.approvalRevisionPage({
          params: { approverGuid, revision: String(revision), page: String(page) },
          query: { width: String(width) },
          signal,
        }),
    }),
  }
}

/** The signatures of a document; null when the server does not look at them. @throws {ApiError} {NetworkError} */
export function signaturesQuery(source: SignaturesSource) {
  return queryOptions({
    queryKey: [...source.key, 'found'],
    queryFn: async ({ signal }): Promise<DocumentSignatures | null> => {
      try {
        return await source.load(signal)
      } catch (error) {
        if (hasNoSuchCall(error)) return null
        throw error
      }
    },
  })
}

/** Whether something was found that nobody should sign over without a look at it. */
export function isDoubtful(found: FileFindings & Partial<Pick<DocumentSignatures, 'NeedsConfirmation'>>): boolean {
  return found.Integrity !== 'intact' || found.NeedsConfirmation === true
}
