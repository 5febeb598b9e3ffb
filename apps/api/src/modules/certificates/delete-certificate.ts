import { PortalError, type CertificateType } from '@rubrica/domain'
import type { CertificateStore } from './ports.ts'

export interface DeleteCertificate {
  readonly certificates: Pick<CertificateStore, 'find' | 'remove'>
  /** Whether certificates of this type are forgotten one by one, and not with the account that lists them. */
  readonly isDeletable: (type: CertificateType) => boolean
  readonly now: () => Date
}

/** Forgets a certificate and destroys its key: what it signed stays valid, nothing more can be signed. */
export async function deleteCertificate(
  needs: DeleteCertificate,
  userId: string,
  certificateId: string,
): Promise<void> {
  const found = await needs.certificates.find(userId, certificateId)
  if (found && !needs.isDeletable(found.type)) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'This certificate goes with its account at the provider')
  }
  const removed = await needs.certificates.remove(userId, certificateId, needs.now())
  if (!removed) throw new PortalError('CERTIFICATE_NOT_FOUND', 'There is no such certificate')
}
