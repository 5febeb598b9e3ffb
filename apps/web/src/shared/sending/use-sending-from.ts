import { useQuery } from '@tanstack/react-query'
import { membershipsQuery, sendingOf, type Membership } from '../api/memberships.ts'

interface SendingFrom {
  /** The subscriptions to choose from; undefined until they are known. */
  readonly sending: readonly Membership[] | undefined
  /** The one that is shown; undefined until it is known, and for who sends from none. */
  readonly chosen: Membership | undefined
  /** What calls name: nothing where there is no choice. */
  readonly subscription: string | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly retry: () => void
}

/** From which of their subscriptions the person looks at what was sent. @param wanted its GUID, as the address says */
export function useSendingFrom(wanted: string | undefined): SendingFrom {
  const { data, error, isFetching, refetch } = useQuery(membershipsQuery())
  const sending = data && sendingOf(data)
  const chosen = sending?.find(({ Guid }) => Guid === wanted) ?? sending?.[0]
  const subscription = sending && sending.length > 1 ? chosen?.Guid : undefined
  return { sending, chosen, subscription, error, isFetching, retry: () => void refetch() }
}
