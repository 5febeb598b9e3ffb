import type { Log } from '../../ports/log.ts'
import { isProviderError } from '../provider-errors.ts'
import type { AccountStore, KeptAccount, Providers } from './ports.ts'
import type { Refusals } from './remember-refusals.ts'
import { findLinkable, type LinkableProvider } from './require-provider.ts'

export interface FindStatus {
  readonly providers: Providers
  readonly accounts: AccountStore
  readonly refusals: Refusals
  readonly log: Log
  readonly now: () => Date
}

export interface AccountStatus {
  readonly isLinked: boolean
  /** Which account is kept, such as its user name; undefined when there is none. */
  readonly label: string | undefined
  /** The person logs in on the provider's page, and types nothing here. */
  readonly logsInThere: boolean
}

/**
 * Whether a person's account is linked: it is kept, and the provider does not say that it no longer works. A
 * provider that cannot say anything unlinks nobody.
 * @throws {PortalError} NOT_FOUND for a type without accounts
 */
export async function findStatus(needs: FindStatus, userId: string, certType: string): Promise<AccountStatus> {
  const provider = findLinkable(needs, certType)
  const key = { userId, provider: provider.manifest.certType }
  const logsInThere = provider.connector?.logsInThere === true
  const account = await needs.accounts.find(key)
  if (!account) return { isLinked: false, label: undefined, logsInThere }
  const { label } = account
  if (needs.refusals.has(key, account.state, needs.now())) return { isLinked: false, label, logsInThere }
  const isLinked = await isStillGood(needs, provider, account)
  if (!isLinked) needs.refusals.note(key, account.state, needs.now())
  return { isLinked, label, logsInThere }
}

async function isStillGood(
  needs: FindStatus,
  { connector, manifest, link }: LinkableProvider,
  account: KeptAccount,
): Promise<boolean> {
  if (!connector || !link.hasStatus) return true
  try {
    return await connector.check(account)
  } catch (error) {
    if (!isProviderError(error)) throw error
    needs.log.warn({ err: error, provider: manifest.certType }, 'A provider did not tell the status of an account.')
    return error.code !== 'login-invalid' && error.code !== 'not-authorised'
  }
}
