import type { Client } from '@rubrica/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import type { HistoryFilters } from './history-filters.ts'

/** What the person did about one document, or that they have a copy. */
export type HistoryEntry = Awaited<ReturnType<Client['history']>>['List'][number]

/** What the person has signed, approved and rejected, page after page, the latest first. */
export function historyQuery({ name, sender, act, from, to }: HistoryFilters) {
  const TimeZone = from || to ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
  const filters = { FileName: name, Sender: sender, Act: act, From: from, To: to, TimeZone }
  return infiniteQueryOptions({
    queryKey: [...queryKeys.history, filters],
    queryFn: ({ pageParam, signal }) =>
      api.history({ query: { ...filters, ...(pageParam !== null && { Cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ Next }) => Next,
  })
}
