import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { IssuedToken, PersonDirectory, Tokens } from './ports.ts'

export const RECOVERY_SCOPE = 'vidmobileuser\\recoverpass'

export interface AskRecovery {
  readonly people: PersonDirectory
  readonly tokens: Tokens
  /** Nobody learns here who has an account. */
  readonly hideUnknownUsers: boolean
}

/**
 * The token that anybody gets for a name and no password: with it the mail may be asked for that goes to whoever has
 * the name. It tells nothing of them but their id, and not even that where unknown people are hidden: then no one is
 * looked up, so that a name that nobody has cannot be told from others.
 * @throws {PortalError} BAD_REQUEST for a password, LOGIN_USER_UNKNOWN unless that is hidden
 */
export async function askRecovery(
  { people, tokens, hideUnknownUsers }: AskRecovery,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<IssuedToken> {
  if (password !== '') {
    throw new PortalError('BAD_REQUEST', 'A recovery begins without a password.', { facts: { Field: 'body.password' } })
  }
  const subject = hideUnknownUsers ? randomUUID() : await people.idOf(username)
  if (subject === undefined) throw new PortalError('LOGIN_USER_UNKNOWN', 'There is no such user.')
  const recovery = { may: 'ask', loginName: username } as const
  return tokens.issue({ subject, kind: 'person', scope: RECOVERY_SCOPE, recovery })
}
