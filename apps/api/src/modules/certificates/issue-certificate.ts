import { PortalError } from '@rubrica/domain'
import { keepVaultKey, requireCodes, type KeepVaultKey, type VaultKeyWish } from './keep-vault-key.ts'
import type { Certificate, CertificateAuthority, CertificateStore, MayAct } from './ports.ts'

export interface IssueCertificate extends KeepVaultKey {
  readonly certificates: CertificateStore
  readonly authority: CertificateAuthority
  readonly mayAct: MayAct
}

/**
 * Makes a key, has it certified in its owner's name, and keeps it in the vault under the PIN.
 * @throws {PortalError} CERTIFICATE_TYPE_NOT_ALLOWED, PHONE_MISSING, ALIAS_TAKEN, CERTIFICATE_UNUSABLE,
 *   CERTIFICATE_FOREIGN, HOLDER_UNKNOWN, PROVIDER_…
 */
export async function issueCertificate(needs: IssueCertificate, wish: VaultKeyWish): Promise<Certificate> {
  if (!(await needs.mayAct(wish.userId, wish.type, 'issue'))) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'Certificates of this type cannot be issued to this user')
  }
  // Before an authority issues what would be thrown away.
  if (wish.dynamicPin) await requireCodes(needs, wish)
  const own = await needs.certificates.list(wish.userId)
  if (own.some(({ type, alias }) => type === wish.type && alias === wish.alias)) {
    throw new PortalError('ALIAS_TAKEN', 'There is already a certificate with this name')
  }
  const issued = await needs.authority.issue(await needs.personOf(wish.userId))
  try {
    return await keepVaultKey(needs, wish, issued)
  } finally {
    issued.key.fill(0)
  }
}
