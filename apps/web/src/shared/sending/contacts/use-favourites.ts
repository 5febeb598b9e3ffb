import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { senderApi } from '../sender-api.ts'
import { asNamed, CONTACTS, keyOf, keyOfRecipient, SHOWING_CONTACTS, type Named } from './recipients.ts'

const FRESH_MS = 60_000
/** A page of the list holds no more. */
const MOST_ROWS = 200

/** Ids of the contacts by `keyOf`. */
type Favourites = ReadonlyMap<string, string>

/** All contacts, of which there are a few pages at most. */
const favouritesQuery = (subscription: string | undefined) =>
  queryOptions({
    queryKey: [...CONTACTS, subscription, 'all'],
    queryFn: async ({ signal }): Promise<Favourites> => {
      const found = new Map<string, string>()
      let cursor: string | undefined
      do {
        const query = { subscription, limit: String(MOST_ROWS), ...(cursor !== undefined && { cursor }) }
        const { data, next } = await senderApi.contacts({ query, signal })
        for (const one of data) found.set(keyOfRecipient(one), one.guid)
        cursor = next ?? undefined
      } while (cursor !== undefined)
      return found
    },
    staleTime: FRESH_MS,
  })

/** What shows contacts or groups asks for them again. */
export function useRenewContacts() {
  const client = useQueryClient()
  return () => Promise.all(SHOWING_CONTACTS.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Whether somebody is a contact and which, undefined until it is known, and the way to make or end that. */
export function useFavourite(person: Named, subscription: string | undefined) {
  const renew = useRenewContacts()
  const errorText = useErrorText()
  const { data } = useQuery(favouritesQuery(subscription))
  const contactId = data?.get(keyOf(person))
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (contactId !== undefined) {
        return senderApi.deleteContact({ params: { contactId }, query: { subscription } })
      }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return senderApi.addContact({ query: { subscription }, headers, body: asNamed(person) })
    },
    onError: (error) => showToast('error', errorText(error)),
    onSettled: renew,
  })
  return { isFavourite: data && contactId !== undefined, contactId, isBusy: isPending, toggle: () => mutate() }
}
