/** What is shared by all that send people away: where they come back to, and what is kept meanwhile. */
import { DatabaseAwayStore } from '../adapters/database/away/away-store.ts'
import type { Foundation } from './foundation.ts'
import type { AwayStore, ReturnPages } from '../modules/signing/elsewhere/ports.ts'

interface AwayParts {
  readonly away: AwayStore
  readonly returnPages: ReturnPages
}

export const composeAway = ({ database, serverKeys, replica, place }: Foundation): AwayParts => ({
  away: new DatabaseAwayStore(database, serverKeys, replica.instance),
  returnPages: openReturnPages(place),
})

/** @param place whose address may become known later */
function openReturnPages(place: { readonly publicUrl: string }): ReturnPages {
  const address = (page: string, facts: Readonly<Record<string, string>>) =>
    `${place.publicUrl}/${page}?${new URLSearchParams(facts).toString()}`
  return {
    authorised: (transactionid) => address('ivsign-auth', { transactionid }),
    linked: () => `${place.publicUrl}/account-return`,
    loggedIn: (transactionid, token) => address('ivsign-login-sign', { transactionid, token }),
    signed: (transactionid) => address('ivsign-sign', { transactionid }),
  }
}
