import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { Failpoint } from '../../../ports/failpoints.ts'
import { requireAccepted, type RequireAccepted } from '../../accepted-disclaimer.ts'
import type { DocumentBytes } from '../../pending-documents/ports.ts'
import type { Acting } from '../../sessions/ports.ts'
import { requireDemanded } from '../key/choose-certificate.ts'
import { describeSignature, type DescribeSignature } from '../make/describe-signature.ts'
import { findSignature, requirePending, requireRead } from '../claim/find-pending.ts'
import type { SignatureMaker, SignatureToMake, SigningStore } from '../ports.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import { keepAnnounced, type Announced, type KeepAnnounced } from './announced.ts'
import type { CheckedCertificate, LocalCertificate, LocalCertificates } from './ports.ts'

export interface AnnounceCertificate extends KeepAnnounced, RequireAccepted, DescribeSignature {
  readonly local: LocalCertificates
  readonly signing: SigningStore
  readonly documents: DocumentBytes
  readonly maker: SignatureMaker
  readonly unchanged: UnchangedDocuments
  /** Whether the operator lets the person sign with their own PC. */
  readonly maySignLocally: (userId: string) => Promise<boolean>
  readonly reach: Failpoint
}

export interface LocalCertificateOrder extends Acting {
  readonly signerId: string
  /** As the browser sent it. */
  readonly certificates: string
  readonly accessMethod: AccessMethod
  /** The document is signed though it was changed after a signature in it. */
  readonly acceptChanges?: boolean
  /** Digest of the disclaimer that the person has accepted. */
  readonly acceptedDisclaimer?: string
}

/**
 * Says with which certificate of their PC a person will sign one document. It is checked from all sides before a byte
 * is hashed for it; then every byte of the signature but its value is fixed.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, CERTIFICATE_TYPE_NOT_ALLOWED, DOCUMENT_NO_LONGER_AVAILABLE,
 *   READ_ALL_PENDING, DISCLAIMER_NOT_ACCEPTED, DOCUMENT_SUSPICIOUS, LOCAL_CERTIFICATE_INVALID,
 *   LOCAL_CERTIFICATE_FOREIGN, CERTIFICATE_UNUSABLE (with Reasons), PROVIDER_UNREACHABLE
 */
export async function announceCertificate(needs: AnnounceCertificate, order: LocalCertificateOrder): Promise<void> {
  const signature = await findPendingForPc(needs, order)
  requireRead(signature)
  requireDemanded(signature, { type: 'Local' })
  const { acceptedDisclaimer } = requireAccepted(needs, signature, order.acceptedDisclaimer)
  const certificate = await checkCertificate(needs, needs.local.read(order.certificates), signature)
  const acceptedIntegrity = await needs.unchanged.require(signature.current, { accepted: order.acceptChanges })
  await needs.reach('certificate-checked')
  const { accessMethod } = order
  await prepareAnnounced(needs, signature, { ...certificate, accessMethod, acceptedIntegrity, acceptedDisclaimer })
}

/**
 * A signer of a user who may sign with their own PC.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, CERTIFICATE_TYPE_NOT_ALLOWED, DOCUMENT_NO_LONGER_AVAILABLE
 */
export async function findPendingForPc(
  needs: Pick<AnnounceCertificate, 'signing' | 'maySignLocally' | 'now'>,
  order: Acting & Pick<LocalCertificateOrder, 'signerId'>,
): Promise<SignatureToMake> {
  const signature = await findSignature(needs, order)
  if (!(await needs.maySignLocally(order.userId))) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'This user may not sign with certificates of their own PC')
  }
  return requirePending(needs, signature)
}

/** What is known without asking anybody comes first, so that nobody is asked about a stranger's certificate. */
async function checkCertificate(
  { local, now }: Pick<AnnounceCertificate, 'local' | 'now'>,
  posted: LocalCertificate,
  { legalId, userId }: SignatureToMake,
): Promise<CheckedCertificate> {
  const { serialNumber } = local.requireUsable(posted, now())
  requireOwnOnPc(local, posted, legalId)
  return { ...(await local.vouch(posted, { userId, at: now() })), serialNumber }
}

/**
 * Of a certificate that the server does not keep, the person's number has to stand in it.
 * @throws {PortalError} LOCAL_CERTIFICATE_FOREIGN, with Holder, Organisation and Kind
 */
export function requireOwnOnPc(
  local: Pick<LocalCertificates, 'findHolder'>,
  certificate: LocalCertificate,
  legalId: string,
): void {
  const { verdict, name: Holder, organisation: Organisation, kind: Kind } = local.findHolder(certificate, legalId)
  if (verdict === 'same') return
  throw new PortalError('LOCAL_CERTIFICATE_FOREIGN', 'The certificate does not state the legal id of this user', {
    facts: { Holder, Organisation, Kind },
  })
}

type WhatWasChosen = CheckedCertificate & Omit<Announced, 'prepared'>

/** Fixes every byte on the newest revision, and keeps it until the value comes. */
export async function prepareAnnounced(
  needs: Pick<AnnounceCertificate, keyof KeepAnnounced | keyof DescribeSignature | 'documents' | 'maker' | 'reach'>,
  signature: SignatureToMake,
  { certificate, chain, ...rest }: WhatWasChosen,
): Promise<Announced> {
  const base = await needs.documents.load(signature.documentId)
  await needs.reach('base-loaded')
  const prepared = await needs.maker.prepare(base.bytes, {
    ...(await describeSignature(needs, signature, { certificate, chain })),
    digestAlgorithm: 'SHA-512',
  })
  await needs.reach('prepared')
  const announced = { ...rest, prepared }
  await keepAnnounced(needs, { ...signature, baseRevision: base.revision }, announced)
  await needs.reach('local-announced')
  return announced
}
