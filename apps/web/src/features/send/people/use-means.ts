import { ApiError } from '@rubrica/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import type { Draft } from '../draft.ts'
import type { Means } from '../findings.ts'

const FRESH_MS = 60_000
const NOTHING_KNOWN: ReadonlyMap<string, Means> = new Map()

async function load(userId: string, subscription: string | undefined): Promise<Means> {
  try {
    return await senderApi.signingMeans({ query: { userId, subscription } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'USER_NOT_FOUND') return null
    throw error
  }
}

/** With what those who sign can do so, as the server says now; null of who is no longer active. */
export function useMeans({ signers }: Draft, subscription: string | undefined): ReadonlyMap<string, Means> {
  const client = useQueryClient()
  const userIds = signers.flatMap(({ userId, guest }) => (guest || userId.startsWith('role:') ? [] : [userId]))
  const { data } = useQuery({
    queryKey: ['people', 'means', subscription, userIds],
    // Each person is asked for once, whoever is added to them.
    queryFn: async () => {
      const one = async (userId: string) => {
        const queryKey = ['people', 'means', subscription, userId]
        const queryFn = () => load(userId, subscription)
        return [userId, await client.fetchQuery({ queryKey, queryFn, staleTime: FRESH_MS })] as const
      }
      return new Map(await Promise.all(userIds.map(one)))
    },
    enabled: userIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  return data ?? NOTHING_KNOWN
}
