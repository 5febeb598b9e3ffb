import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import type { SentFilters } from './list/sent-filters.ts'

/** A document of the list. */
export type SentItem = Awaited<ReturnType<(typeof senderApi)['sentDocuments']>>['data'][number]
export type SentDocument = Awaited<ReturnType<(typeof senderApi)['sentDocumentStatus']>>
export type SentSigner = SentDocument['signers'][number]
export type SentApprover = SentSigner['approvers'][number]
export type SentEvent = Awaited<ReturnType<(typeof senderApi)['sentDocumentEvents']>>['data'][number]

export type MailToPerson = Awaited<ReturnType<(typeof senderApi)['sentDocumentMails']>>['data'][number]

/** A document among those of a subscription; undefined for who sends from one alone. */
export interface SentPlace {
  readonly docGuid: string
  readonly subscription: string | undefined
}

/** What was sent from a subscription, page after page, the latest first. */
export function sentQuery(filters: SentFilters, subscription: string | undefined) {
  const { name, state, person, tag, template, since, until, silent, mine } = filters
  const timeZone = since || until ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
  const silentDays = silent === undefined ? undefined : String(silent)
  const needsMe = mine ? ('true' as const) : undefined
  const query = {
    subscription,
    fileName: name,
    state,
    person,
    tag,
    template,
    from: since,
    to: until,
    timeZone,
    silentDays,
    needsMe,
  }
  return infiniteQueryOptions({
    queryKey: [...queryKeys.sent, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      senderApi.sentDocuments({ query: { ...query, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** One document with everybody on it. @throws {ApiError} 404 not there, or not theirs to see */
export function sentDocumentQuery({ docGuid, subscription }: SentPlace) {
  return queryOptions({
    queryKey: [...queryKeys.sent, docGuid, { subscription }],
    queryFn: ({ signal }) => senderApi.sentDocumentStatus({ params: { docGuid }, query: { subscription }, signal }),
  })
}

/** What happened to a document, page after page, the oldest first. @throws {ApiError} 404 */
export function sentEventsQuery({ docGuid, subscription }: SentPlace) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.sent, docGuid, 'events', { subscription }],
    queryFn: ({ pageParam, signal }) =>
      senderApi.sentDocumentEvents({
        params: { docGuid },
        query: { subscription, ...(pageParam !== null && { after: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Mails about a document, page after page, the oldest first. @throws {ApiError} 404 */
export function sentMailsQuery({ docGuid, subscription }: SentPlace) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.sent, docGuid, 'mails', { subscription }],
    queryFn: ({ pageParam, signal }) =>
      senderApi.sentDocumentMails({
        params: { docGuid },
        query: { subscription, limit: '200', ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
