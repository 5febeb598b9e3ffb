import { ApiError, type Client } from '@rubrica/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './query-keys.ts'

export type Attachment = Awaited<ReturnType<Client['attachments']>>[number]

/** What was sent along with a document. Spec §8: 403 says that there is nothing. */
export function attachmentsQuery(signerGuid: string) {
  return queryOptions({
    queryKey: queryKeys.attachments(signerGuid),
    queryFn: async ({ signal }): Promise<Attachment[]> => {
      try {
        return await api.attachments({ params: { signerGuid }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return []
        throw error
      }
    },
  })
}
