import { ApiError } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../shared/api/query-client.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useSendingFrom } from '../../../shared/sending/use-sending-from.ts'
import { sentDocumentQuery } from '../sent-queries.ts'

/** @returns the first of these subscriptions that the document was sent from, as far as the person may see it */
async function findSubscription(docGuid: string, subscriptions: readonly string[]): Promise<string | undefined> {
  for (const subscription of subscriptions) {
    try {
      await queryClient.fetchQuery(sentDocumentQuery({ docGuid, subscription }))
      return subscription
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  }
  return subscriptions[0]
}

/**
 * Where a document is that was sent. An address that does not say from which subscription, as one in a mail, means
 * whichever of the person's has it.
 * @param from the subscription that the address names
 */
export function useSentPlace(docGuid: string, from: string | undefined) {
  const sending = useSendingFrom(from)
  const subscriptions = sending.sending?.map(({ Guid }) => Guid) ?? []
  const isOpen = from === undefined && subscriptions.length > 1
  const search = useQuery({
    queryKey: [...queryKeys.sent, docGuid, 'found', subscriptions],
    queryFn: async () => (await findSubscription(docGuid, subscriptions)) ?? null,
    enabled: isOpen,
  })
  return {
    ...sending,
    place: { docGuid, subscription: isOpen ? (search.data ?? undefined) : sending.subscription },
    isKnown: isOpen ? search.data !== undefined : sending.chosen !== undefined,
    error: sending.error ?? search.error,
    isFetching: sending.isFetching || search.isFetching,
    retry: () => (sending.error ? sending.retry() : void search.refetch()),
  }
}
