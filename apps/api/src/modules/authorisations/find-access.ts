import { PortalError } from '@rubrica/domain'
import type { Authorisation, AuthorisationStore } from './ports.ts'

/** An application that bears a token of a person. */
export interface Access {
  readonly authorisation: Authorisation & { readonly userId: string }
  readonly token: string
}

/**
 * Who bears this token, and for whom.
 * @throws {PortalError} SESSION_EXPIRED
 */
export async function findAccess(
  { store, now }: { readonly store: AuthorisationStore; readonly now: () => Date },
  token: string,
): Promise<Access> {
  const found = await store.findBySecret(token, now())
  if (found?.phase === 'granted' && found.userId !== null) {
    return { authorisation: { ...found, userId: found.userId }, token }
  }
  throw new PortalError('SESSION_EXPIRED', 'The access or refresh token is expired or has been revoked')
}
