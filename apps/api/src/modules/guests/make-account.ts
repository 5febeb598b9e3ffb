/** From a guest to an account: a password of their own, and what waits for their address in one place. */
import { randomUUID } from 'node:crypto'
import { noLegalId, PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import { PORTAL_SCOPE, type IssuedToken, type Person, type Tokens } from '../sessions/ports.ts'
import type { AccountOffer, GuestAccountStore } from './ports.ts'

export interface MakeAccount {
  readonly accounts: GuestAccountStore
  readonly tokens: Pick<Tokens, 'issue'>
  /** Throws PortalError PASSWORD_NOT_SECURE with the broken rules. */
  readonly hashNewPassword: (password: string) => Promise<string>
  readonly log: Log
  readonly now: () => Date
}

/** What the guest of a session is offered. Their address is proved: there is no such session before. */
export const offerAccount = ({ accounts }: Pick<MakeAccount, 'accounts'>, { userId }: Person): Promise<AccountOffer> =>
  accounts.offerTo(userId)

/**
 * Makes an account of the guest of a session, and logs it in. It has no role and no legal id: it signs as guests do until
 * an operator says who the person is.
 * @throws {PortalError} ACCOUNT_NOT_OFFERED, ACCOUNT_EXISTS, PASSWORD_NOT_SECURE with the broken rules
 */
export async function makeAccount(
  { accounts, tokens, hashNewPassword, log, now }: MakeAccount,
  { userId: guestId }: Person,
  password: string,
): Promise<{ readonly loginName: string; readonly userId: string; readonly session: IssuedToken }> {
  // Before a hash is computed, which costs.
  requireOffered((await accounts.offerTo(guestId)).state)
  const passwordHash = await hashNewPassword(password)
  const id = randomUUID()
  const made = await accounts.make({ guestId, id, legalId: noLegalId(randomUUID()), passwordHash, at: now() })
  if (typeof made === 'string') {
    requireOffered(made)
    throw new TypeError('An account that is offered was not made')
  }
  const { loginName, userId, legalId, tokenGeneration: generation } = made
  log.info({ userId, guestId }, 'A guest made an account.')
  // Their address is proved, and nobody else knows the password that they have just chosen.
  const identifiedBy = { by: 'password' } as const
  const person = { subject: userId, kind: 'person', scope: PORTAL_SCOPE, legalId, generation } as const
  const session = await tokens.issue({ ...person, identifiedBy })
  return { loginName, userId, session }
}

function requireOffered(state: AccountOffer['state']): void {
  if (state === 'made') throw new PortalError('ACCOUNT_EXISTS', 'There is an account of this address. Log in with it.')
  if (state === 'none') throw new PortalError('ACCOUNT_NOT_OFFERED', 'This subscription has guests make no accounts.')
}
