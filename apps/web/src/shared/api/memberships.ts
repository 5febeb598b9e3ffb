import type { Client } from '@rubrica/contract'
import { maySend } from '@rubrica/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** A subscription of the person, and what they may do there. */
export type Membership = Awaited<ReturnType<Client['memberships']>>['List'][number]

/** What the person may do where; asked once on a page, since roles are given rarely. */
export function membershipsQuery() {
  return queryOptions({
    queryKey: queryKeys.memberships,
    queryFn: async ({ signal }) => (await api.memberships({ signal })).List,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** The subscriptions from which the person may send. */
export const sendingOf = (memberships: readonly Membership[]): readonly Membership[] =>
  memberships.filter(({ Roles }) => maySend(Roles))
