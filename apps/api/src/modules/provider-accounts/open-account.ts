import type { OpenedAccount } from '../signing/key/ports.ts'
import { notLinked } from './link-account.ts'
import type { AccountStore } from './ports.ts'
import { requireProvider, type RequireProvider } from './require-provider.ts'

/**
 * The connector and the kept account that sign for a person.
 * @throws {PortalError} of requireProvider, PROVIDER_NOT_AUTHORISED when there is no account
 */
export async function openAccount(
  needs: RequireProvider & { readonly accounts: AccountStore },
  userId: string,
  certType: string,
): Promise<OpenedAccount> {
  const { connector, manifest } = await requireProvider(needs, userId, certType)
  const account = await needs.accounts.find({ userId, provider: manifest.certType })
  if (!account) throw notLinked(manifest.label)
  return { label: manifest.label, connector, account }
}
