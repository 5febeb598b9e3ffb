import type { BulkRow, BulkSend } from '@rubrica/contract'
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'

const ASKED_EVERY_MS = 1000

/** What is under way changes by itself. */
const isUnderWay = ({ state, counts }: Pick<BulkSend, 'state' | 'counts'>): boolean =>
  state === 'checking' || state === 'sending' || (counts.sending ?? 0) > 0

export const useBulkSends = (subscription: string | undefined, isReady: boolean) =>
  useQuery({
    queryKey: [...queryKeys.bulkSends, 'list', subscription],
    queryFn: ({ signal }) => senderApi.bulkSends({ query: { subscription }, signal }),
    enabled: isReady,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.data.some(isUnderWay) ? ASKED_EVERY_MS * 2 : false),
  })

const bulkSendKey = (id: string) => [...queryKeys.bulkSends, 'one', id]

export const bulkSendQuery = (id: string, subscription: string | undefined) =>
  queryOptions({
    queryKey: bulkSendKey(id),
    queryFn: async ({ signal }) =>
      (await senderApi.bulkSendStatus({ params: { bulkSendId: id }, query: { subscription }, signal })) as BulkSend,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASKED_EVERY_MS : false),
  })

/** Rows of one state, or all, a page at a time. @param version what they are of: another one, and they are asked for anew */
export const useBulkRows = (
  id: string,
  of: { subscription: string | undefined; state: BulkRow['state'] | undefined; version: string },
) =>
  useInfiniteQuery({
    queryKey: [...bulkSendKey(id), 'rows', of.state, of.version],
    queryFn: ({ pageParam, signal }) =>
      senderApi.bulkRows({
        params: { bulkSendId: id },
        query: { subscription: of.subscription, state: of.state, limit: '50', ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** The tag of what was seen. */
export const ifSeen = ({ version }: Pick<BulkSend, 'version'>) => ({ 'if-match': `"v${version}"` })

export function useKeepBulkSend() {
  const client = useQueryClient()
  return (bulk: unknown) => {
    const kept = bulk as BulkSend
    client.setQueryData(bulkSendKey(kept.guid), kept)
    void client.invalidateQueries({ queryKey: [...queryKeys.bulkSends, 'list'] })
    return client.invalidateQueries({ queryKey: bulkSendKey(kept.guid) })
  }
}
