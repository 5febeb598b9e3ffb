/** Errands: what is kept of them, and where people come back to. */
import { DatabaseErrandStore } from '../adapters/database/errands/errand-store.ts'
import type { Foundation } from './foundation.ts'
import type { Place } from './place.ts'
import type { ErrandStore, ReturnPages } from '../modules/errands.ts'

interface ErrandParts {
  readonly errands: ErrandStore
  readonly returnPages: ReturnPages
}

export const composeErrands = ({ database, serverKeys, replica, place }: Foundation): ErrandParts => ({
  errands: new DatabaseErrandStore(database, serverKeys, replica.instance),
  returnPages: openReturnPages(place),
})

/** @param place whose address may become known later */
function openReturnPages(place: Place): ReturnPages {
  const address = (page: string, facts: Readonly<Record<string, string>>) =>
    `${place.portalUrl}/${page}?${new URLSearchParams(facts).toString()}`
  return {
    accountPage: (errandId) => address('ivsign-auth', { transactionid: errandId }),
    linked: () => `${place.portalUrl}/account-return`,
    loggedIn: (errandId, token) => address('ivsign-login-sign', { transactionid: errandId, token }),
    confirmed: () => `${place.portalUrl}/confirmed`,
    signed: (errandId) => address('ivsign-sign', { transactionid: errandId }),
  }
}
