import { useInfiniteQuery } from '@tanstack/react-query'
import { pageOfItems, type RunItem } from '../../shared/signing-runs/run-items.ts'
import { countIn, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { runKey } from './run-queries.ts'

/** What is shown of a run that is at work need not be of this second: each page of it is a call. */
const LOOK_MS = 5000

/** The documents of a run in one state, a page at a time, and as long as it is at work again and again. */
export function useRunItems(run: SigningRun, state: RunItem['State']) {
  const { RunGUID: runGuid, EndedAt } = run
  const items = useInfiniteQuery({
    queryKey: [...runKey(runGuid), 'items', state, EndedAt],
    queryFn: ({ pageParam, signal }) => pageOfItems({ runGuid, state }, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => page.at(-1)?.Position,
    enabled: countIn(run, state) > 0,
    refetchInterval: EndedAt === null ? LOOK_MS : false,
    placeholderData: (before) => before,
  })
  const rows = items.data?.pages.flat() ?? []
  return {
    ...{ rows, error: items.error, isFetching: items.isFetching, refetch: () => void items.refetch() },
    isLoading: items.isLoading,
    // The server says nothing of how much there is: the run does.
    hasMore: items.hasNextPage && rows.length < countIn(run, state),
    showMore: () => void items.fetchNextPage(),
  }
}
