import type { WebhookType } from '@rubrica/domain'
import { queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'

export type Webhook = Awaited<ReturnType<(typeof senderApi)['webhooks']>>['data'][number]
export type WebhookMessageItem = Awaited<ReturnType<(typeof senderApi)['webhookMessages']>>['data'][number]
export type WebhookMessage = Awaited<ReturnType<(typeof senderApi)['webhookMessage']>>
export type MessageState = WebhookMessageItem['state']

/** What somebody can choose to hear of. */
export type ChosenType = Exclude<WebhookType, 'webhook.test'>

/** While messages are on their way. */
const ASKED_EVERY_MS = 2000
const PAGE = '30'

export const webhooksQuery = (subscription: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.webhooks, 'list', subscription],
    queryFn: async ({ signal }) => (await senderApi.webhooks({ query: { subscription }, signal })).data,
    staleTime: 0,
  })

/** One of them, and from which subscription it is looked at. */
export interface WebhookPlace {
  readonly webhookId: string
  readonly subscription: string | undefined
}

const keyOf = ({ webhookId }: WebhookPlace) => [...queryKeys.webhooks, 'one', webhookId]

/** What a call about one of them names. */
export const callOf = ({ webhookId, subscription }: WebhookPlace) => ({
  params: { webhookId },
  query: { subscription },
})

export const webhookQuery = (place: WebhookPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'standing'],
    queryFn: ({ signal }) => senderApi.webhookStatus({ ...callOf(place), signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.waiting > 0 ? ASKED_EVERY_MS : false),
  })

export const secretQuery = (place: WebhookPlace) =>
  queryOptions({
    queryKey: [...keyOf(place), 'secret'],
    queryFn: async ({ signal }) => (await senderApi.webhookSecret({ ...callOf(place), signal })).secret,
    // It is kept nowhere once it is not shown any more.
    ...{ staleTime: 0, gcTime: 0 },
  })

/** What was sent to it, a page at a time; asked again while some of what is shown is on its way. */
export const useMessages = (place: WebhookPlace, state: MessageState | undefined) =>
  useInfiniteQuery({
    queryKey: [...keyOf(place), 'messages', state],
    queryFn: ({ pageParam, signal }) => {
      const { params, query } = callOf(place)
      const page = { state, limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      return senderApi.webhookMessages({ params, query: { ...query, ...page }, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(isUnderWay)) ? ASKED_EVERY_MS : false,
  })

const isUnderWay = ({ state }: WebhookMessageItem) => state === 'waiting'

export const messageQuery = (place: WebhookPlace, messageId: string) =>
  queryOptions({
    queryKey: [...keyOf(place), 'message', messageId],
    queryFn: ({ signal }) => {
      const { params, query } = callOf(place)
      return senderApi.webhookMessage({ params: { ...params, messageId }, query, signal })
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? ASKED_EVERY_MS : false),
  })

/** The tag of what was seen. */
export const ifSeen = ({ version }: Pick<Webhook, 'version'>) => ({ 'if-match': `"v${version}"` })

/** After a change: everything that is shown of webhooks is asked for anew. */
export function useRenewWebhooks() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeys.webhooks })
}
