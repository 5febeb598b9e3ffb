import { PortalError } from '@rubrica/domain'
import type { Certificate, CertificateStore } from './ports.ts'

/** The certificates of a user; having none is an error of its own (spec §7: 404). */
export async function listCertificates(
  needs: { certificates: CertificateStore },
  userId: string,
): Promise<Certificate[]> {
  const certificates = await needs.certificates.list(userId)
  if (certificates.length === 0) throw new PortalError('NO_CERTIFICATES', 'This user has no certificates')
  return certificates
}
