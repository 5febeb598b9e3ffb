import { useInfiniteQuery } from '@tanstack/react-query'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { sentQuery, type SentItem } from '../sent-queries.ts'
import type { useSendingFrom } from '../../../shared/sending/use-sending-from.ts'
import type { SentFilters } from './sent-filters.ts'

export interface SentList {
  /** Undefined until the first of them are there. */
  readonly items: readonly SentItem[] | undefined
  /** Why there is nothing to look at. */
  readonly failure: Error | null
  readonly isFetching: boolean
  readonly hasMore: boolean
  readonly isFetchingMore: boolean
  readonly reload: () => void
  readonly showMore: () => void
}

/** The list as far as it was asked for; a failure is shown in a toast while there are rows to look at. */
export function useSentList(filters: SentFilters, from: ReturnType<typeof useSendingFrom>): SentList {
  const reportFailure = useReportFailure()
  const query = useInfiniteQuery({ ...sentQuery(filters, from.subscription), enabled: from.chosen !== undefined })
  const { data, refetch, fetchNextPage } = query
  const afterFailure = (answer: { data?: unknown; error: Error | null }) => {
    if (answer.data && answer.error) reportFailure(answer.error)
  }
  return {
    items: data?.pages.flatMap((page) => page.data),
    failure: data ? null : (from.error ?? query.error),
    isFetching: from.isFetching || query.isFetching,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    reload: () => (from.error ? from.retry() : void refetch().then(afterFailure)),
    showMore: () => void fetchNextPage().then(afterFailure),
  }
}
