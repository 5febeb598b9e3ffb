import { notLinked, type LinkAccount } from './link-account.ts'
import { listAccountCertificates } from './list-account-certificates.ts'
import { requireProvider } from './require-provider.ts'

/**
 * Brings a person's certificates in line with what the provider lists now.
 * @throws {PortalError} of requireProvider, PROVIDER_NOT_AUTHORISED, PROVIDER_…
 */
export async function synchroniseCertificates(
  needs: Omit<LinkAccount, 'steps'>,
  userId: string,
  certType: string,
): Promise<void> {
  const { connector, manifest } = await requireProvider(needs, userId, certType)
  const key = { userId, provider: manifest.certType }
  const account = await needs.accounts.find(key)
  if (!account) throw notLinked(manifest.label)
  const certificates = await listAccountCertificates(needs, { label: manifest.label, connector }, account)
  const isThere = await needs.accounts.synchronise({ ...key, label: account.label }, certificates, needs.now())
  // Another account was linked meanwhile: its certificates are listed already.
  if (!isThere && !(await needs.accounts.find(key))) throw notLinked(manifest.label)
}
