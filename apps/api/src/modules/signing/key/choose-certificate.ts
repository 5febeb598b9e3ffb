import { isSameCertificateType, PortalError } from '@rubrica/domain'
import { findHolder, requireConfirmed, requireOwn, type Holder, type HolderRule } from '../../holder.ts'
import type { Certificate, CertificateFiles, CertificateStore, SigningCertificate } from '../../certificates/ports.ts'
import type { SignatureToMake } from '../ports.ts'
import { requireRead } from '../claim/find-pending.ts'

export interface ChooseCertificate extends HolderRule {
  readonly certificates: CertificateStore
  readonly files: CertificateFiles
  /** Whether the operator lets the user sign with certificates of this type. */
  readonly mayUse: (userId: string, certificateType: string) => Promise<boolean>
  readonly now: () => Date
}

export interface CertificateChoice {
  readonly userId: string
  /** In any case; undefined when the certificate says it. */
  readonly type?: string
  /** Undefined for the newest valid certificate of the type. */
  readonly certificateId?: string
}

/**
 * The certificate that a call is about, checked as far as that goes without a document. It is this person's, or does
 * not say whose it is: the caller that signs with it asks for `requireHolder` besides.
 * @throws {PortalError} CERTIFICATE_NOT_FOUND, CERTIFICATE_TYPE_NOT_ALLOWED, CERTIFICATE_FOREIGN, HOLDER_UNKNOWN,
 *   CERTIFICATE_UNUSABLE (with Reasons)
 */
export async function chooseCertificate(
  needs: ChooseCertificate,
  choice: CertificateChoice,
): Promise<SigningCertificate> {
  const certificate = await findCertificate(needs, choice)
  const fits = certificate && (choice.type === undefined || isSameCertificateType(certificate.type, choice.type))
  if (!fits || (certificate.wrappedKey === null && certificate.providerRef === null)) {
    throw new PortalError('CERTIFICATE_NOT_FOUND', 'This user has no such certificate to sign with')
  }
  if (!(await needs.mayUse(choice.userId, certificate.type))) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'This user may not sign with certificates of this type')
  }
  requireOwn(needs, certificate)
  const { unusable } = needs.files.describe(certificate.certificate, certificate.chain, needs.now())
  const reasons = certificate.suspended ? [...unusable, 'SUSPENDED'] : unusable
  if (reasons.length > 0) {
    throw new PortalError('CERTIFICATE_UNUSABLE', 'This certificate cannot sign documents', {
      facts: { Reasons: reasons },
    })
  }
  return certificate
}

/**
 * Whose a chosen certificate is, before it signs.
 * @param confirmed the name that the person has confirmed, if any
 * @throws {PortalError} those of requireConfirmed
 */
export const requireHolder = (
  needs: HolderRule,
  certificate: SigningCertificate,
  confirmed: string | undefined,
): Holder => requireConfirmed(needs, certificate, confirmed)

async function findCertificate(
  needs: ChooseCertificate,
  { userId, type, certificateId }: CertificateChoice,
): Promise<SigningCertificate | undefined> {
  const { certificates, now } = needs
  if (certificateId !== undefined) return certificates.find(userId, certificateId)
  const usable = (one: Certificate) =>
    type !== undefined &&
    isSameCertificateType(one.type, type) &&
    one.notAfter > now() &&
    !one.suspended &&
    findHolder(needs, one).maySign
  const [newest] = (await certificates.list(userId))
    .filter(usable)
    .sort((one, other) => other.notAfter.getTime() - one.notAfter.getTime())
  return newest && certificates.find(userId, newest.id)
}

/**
 * Whether this signer may sign now, with this certificate.
 * @throws {PortalError} READ_ALL_PENDING, CERTIFICATE_UNUSABLE (another one is demanded)
 */
export function requireSignable(signature: SignatureToMake, certificate: SigningCertificate): void {
  requireRead(signature)
  requireDemanded(signature, certificate)
}

/** A certificate that somebody chose; without id where the server does not keep it, without type where it has none. */
interface ChosenCertificate {
  readonly id?: string
  readonly type?: string
}

/**
 * The sender demands no certificate, or this one, or one of its type.
 * @throws {PortalError} CERTIFICATE_UNUSABLE
 */
export function requireDemanded(
  { certificateId, certificateType }: Pick<SignatureToMake, 'certificateId' | 'certificateType'>,
  { id, type }: ChosenCertificate,
): void {
  const isRight = certificateId === null || certificateId === id
  const isOfType = certificateType === null || (type !== undefined && isSameCertificateType(certificateType, type))
  if (isRight && isOfType) return
  throw new PortalError('CERTIFICATE_UNUSABLE', 'The sender asks for another certificate', {
    facts: { Reasons: ['OTHER_CERTIFICATE_DEMANDED'] },
  })
}
