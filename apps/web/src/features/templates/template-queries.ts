import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'

export type TemplateItem = Awaited<ReturnType<typeof senderApi.templates>>['data'][number]

/** Templates by name, a page at a time. */
export function useTemplates(subscription: string | undefined, isArchived: boolean, isReady: boolean) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.templates, subscription, isArchived],
    queryFn: ({ pageParam, signal }) =>
      senderApi.templates({
        query: {
          subscription,
          ...(isArchived && { archived: 'true' as const }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
