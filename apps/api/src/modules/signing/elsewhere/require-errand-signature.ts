import type { Integrity } from '@rubrica/domain'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { Acting } from '../../sessions/ports.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import { chooseCertificate, requireSignable, type ChooseCertificate } from '../key/choose-certificate.ts'
import { findPending, type FindPending } from '../claim/find-pending.ts'
import type { SignatureToMake } from '../ports.ts'

export interface RequireErrandSignature extends ChooseCertificate, FindPending {
  readonly unchanged: Pick<UnchangedDocuments, 'require'>
}

export interface ErrandSignatureOrder extends Acting {
  readonly signerId: string
  /** CertType of the provider, in any case. */
  readonly certType: string
  readonly certificateId: string
  /** The document is signed though it was changed after a signature in it. */
  readonly acceptChanges?: boolean
}

export interface ErrandSignature {
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
  /** Of the document, when it is not intact and the person signs all the same. */
  readonly acceptedIntegrity: Integrity | undefined
}

/**
 * Everything that a sign call checks before it claims a document, for one that somebody is about to leave for.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, READ_ALL_PENDING, DOCUMENT_SUSPICIOUS, those
 * of
 *   chooseCertificate
 */
export async function requireErrandSignature(
  needs: RequireErrandSignature,
  order: ErrandSignatureOrder,
): Promise<ErrandSignature> {
  const { userId, certificateId, certType: type } = order
  const signature = await findPending(needs, order)
  const certificate = await chooseCertificate(needs, { userId, type, certificateId })
  requireSignable(signature, certificate)
  const accepted = order.acceptChanges
  const acceptedIntegrity = await needs.unchanged.require(signature.current, {
    ...(accepted !== undefined && { accepted }),
  })
  return { signature, certificate, acceptedIntegrity }
}
