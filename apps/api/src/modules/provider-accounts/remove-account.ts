import type { Log } from '../../ports/log.ts'
import type { AccountStore, Providers } from './ports.ts'
import { findLinkable } from './require-provider.ts'

export interface RemoveAccount {
  readonly providers: Providers
  readonly accounts: AccountStore
  readonly log: Log
  readonly now: () => Date
}

/**
 * Forgets a person's account and its certificates, also while the provider is off or away, and also when there is none.
 * @throws {PortalError} NOT_FOUND for a type without accounts
 */
export async function removeAccount(needs: RemoveAccount, userId: string, certType: string): Promise<void> {
  const { connector, manifest } = findLinkable(needs, certType)
  const key = { userId, provider: manifest.certType }
  const account = await needs.accounts.find(key)
  await needs.accounts.remove(key, needs.now())
  if (!account) return
  needs.log.info({ provider: manifest.certType, user: userId }, 'An account was removed.')
  // Here it is forgotten, whether or not the provider answers.
  await connector?.unlink?.({ state: account.state, keep: () => Promise.resolve() }).catch((err: unknown) => {
    needs.log.warn({ err, provider: manifest.certType }, 'A provider was not told that an account is no longer used.')
  })
}
