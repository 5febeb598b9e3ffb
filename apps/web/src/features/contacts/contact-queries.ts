import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CONTACTS, GROUPS } from '../../shared/sending/contacts/recipients.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'

export type Contact = Awaited<ReturnType<typeof senderApi.contacts>>['data'][number]
export type GroupItem = Awaited<ReturnType<typeof senderApi.groups>>['data'][number]
export type Group = Awaited<ReturnType<typeof senderApi.groupStatus>>

interface Wanted {
  readonly subscription: string | undefined
  /** It is known which subscription it is. */
  readonly isReady: boolean
}

/** Contacts by name, a page at a time. */
export function useContacts({ subscription, isReady, text }: Wanted & { readonly text: string }) {
  return useInfiniteQuery({
    queryKey: [...CONTACTS, subscription, 'list', text],
    queryFn: ({ pageParam, signal }) =>
      senderApi.contacts({
        query: { subscription, ...(text !== '' && { text }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Groups by name, a page at a time. */
export function useGroups({ subscription, isReady }: Wanted) {
  return useInfiniteQuery({
    queryKey: [...GROUPS, subscription],
    queryFn: ({ pageParam, signal }) =>
      senderApi.groups({ query: { subscription, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
