import { ApiError } from '@rubrica/contract'
import { useQueries } from '@tanstack/react-query'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import type { Draft } from '../draft.ts'
import type { Means } from '../findings.ts'

const FRESH_MS = 60_000

/** With what those who sign can do so, as the server says now; null of who is no longer active. */
export function useMeans({ signers }: Draft, subscription: string | undefined): ReadonlyMap<string, Means> {
  const userIds = signers.flatMap(({ userId, guest }) => (guest || userId.startsWith('role:') ? [] : [userId]))
  return useQueries({
    queries: userIds.map((userId) => ({
      queryKey: ['people', 'means', subscription, userId],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Means> => {
        try {
          return await senderApi.signingMeans({ query: { userId, subscription }, signal })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'USER_NOT_FOUND') return null
          throw error
        }
      },
      staleTime: FRESH_MS,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }, index) => (data === undefined ? [] : [[userIds[index]!, data] as const]))),
  })
}
