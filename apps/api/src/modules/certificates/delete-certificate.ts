import { PortalError } from '@rubrica/domain'
import type { CertificateStore } from './ports.ts'

export interface DeleteCertificate {
  readonly certificates: CertificateStore
  readonly now: () => Date
}

/** Forgets a certificate and destroys its key: what it signed stays valid, nothing more can be signed. */
export async function deleteCertificate(
  needs: DeleteCertificate,
  userId: string,
  certificateId: string,
): Promise<void> {
  const removed = await needs.certificates.remove(userId, certificateId, needs.now())
  if (!removed) throw new PortalError('CERTIFICATE_NOT_FOUND', 'There is no such certificate')
}
