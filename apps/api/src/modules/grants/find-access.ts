import { PortalError } from '@rubrica/domain'
import type { Grant, GrantStore } from './ports.ts'

/** An application that bears a token of a person. */
export interface Access {
  readonly grant: Grant & { readonly userId: string }
  readonly token: string
}

/**
 * Who bears this token, and for whom.
 * @throws {PortalError} SESSION_EXPIRED
 */
export async function findAccess(
  { store, now }: { readonly store: GrantStore; readonly now: () => Date },
  token: string,
): Promise<Access> {
  const found = await store.findBySecret(token, now())
  if (found?.phase === 'granted' && found.userId !== null) {
    return { grant: { ...found, userId: found.userId }, token }
  }
  throw new PortalError('SESSION_EXPIRED', 'The access or refresh token is expired or has been revoked')
}
