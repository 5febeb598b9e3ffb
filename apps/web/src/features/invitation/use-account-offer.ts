import { useQuery } from '@tanstack/react-query'
import { environmentNow, type Environment } from '../../shared/api/environment.ts'
import { guestCallsAs } from '../../shared/api/guest-calls.ts'
import { sessionToken } from '../../shared/session/session-store.ts'

/** The session of a guest that is over for everything but an account of theirs. */
export interface GuestSession {
  readonly token: string
  readonly environment: Environment
}

/** The session of this page; null when there is none. */
export function guestSessionNow(): GuestSession | null {
  const token = sessionToken()
  return token === null ? null : { token, environment: environmentNow() }
}

/** What the server offers to the person of a session: asked once, however many look at it. */
export function useAccountOffer({ token, environment }: GuestSession) {
  return useQuery({
    queryKey: ['account-offer', token],
    queryFn: ({ signal }) => guestCallsAs(token, environment).accountOffer({ signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
}
