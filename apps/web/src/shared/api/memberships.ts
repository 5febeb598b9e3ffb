import type { Client } from '@rubrica/contract'
import { maySend } from '@rubrica/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** A subscription of the person, and what they may do there. */
export type Membership = Awaited<ReturnType<Client['memberships']>>['List'][number]

/** Asked once on a page, since roles are given rarely. */
const asked = {
  queryKey: queryKeys.memberships,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.memberships({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** What the person may do where. */
export const membershipsQuery = () => queryOptions({ ...asked, select: ({ List }) => List })

/** Whether mail to the person comes back. */
export const emailReturnsQuery = () => queryOptions({ ...asked, select: ({ EmailReturns }) => EmailReturns })

/** The subscriptions from which the person may send. */
export const sendingOf = (memberships: readonly Membership[]): readonly Membership[] =>
  memberships.filter(({ Roles }) => maySend(Roles))
