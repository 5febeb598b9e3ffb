import type { Log } from '../../ports/log.ts'
import { isProviderError } from '../provider-errors.ts'
import type { AccountStore, Providers } from './ports.ts'
import { findLinkable } from './require-provider.ts'

export interface TellStatus {
  readonly providers: Providers
  readonly accounts: AccountStore
  readonly log: Log
}

/**
 * Whether a person's account is authorised: it is kept, and the provider does not say that it no longer works. A
 * provider that cannot say anything takes nobody's authorisation away.
 * @throws {PortalError} NOT_FOUND for a type without accounts
 */
export async function tellStatus(needs: TellStatus, userId: string, certType: string): Promise<boolean> {
  const { connector, manifest, link } = findLinkable(needs, certType)
  const account = await needs.accounts.find({ userId, provider: manifest.certType })
  if (!account || !connector || !link.hasStatus) return account !== undefined
  try {
    return await connector.check(account)
  } catch (error) {
    if (!isProviderError(error)) throw error
    needs.log.warn({ err: error, provider: manifest.certType }, 'A provider did not tell the status of an account.')
    return error.code !== 'login-invalid' && error.code !== 'not-authorised'
  }
}
