import { randomUUID } from 'node:crypto'
import type { AccessMethod } from '@rubrica/domain'
import type { Inputs } from '@rubrica/providers/connector'
import type { Holder } from '../../holder.ts'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { Acting } from '../../sessions/ports.ts'
import { requireAccepted, type RequireAccepted } from '../../accepted-disclaimer.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import { answerEarlierAttempt } from '../claim/answer-earlier-attempt.ts'
import { chooseCertificate, requireHolder, requireSignable, type ChooseCertificate } from '../key/choose-certificate.ts'
import { findSignature, requireRead } from '../claim/find-pending.ts'
import { makeSignature, type MakeSignature } from './make-signature.ts'
import { requirePin } from '../key/open-vault-key.ts'
import type { SignatureToMake } from '../ports.ts'
import { accelerate, type Accelerate } from '../batch/accelerate.ts'
import { openRemoteSigner, type RemoteSigner } from '../key/remote-signer.ts'
import { requireSignatureSession } from '../key/require-signature-session.ts'
import { openVaultSigner, type VaultSigner } from '../key/vault-signer.ts'
import { withinClaim } from '../claim/within-claim.ts'

export type SignDocument = ChooseCertificate &
  RequireAccepted &
  MakeSignature &
  VaultSigner &
  RemoteSigner &
  Accelerate & { readonly unchanged: UnchangedDocuments }

export interface SignatureOrder extends Acting {
  readonly signerId: string
  /** The certificate's type, in any case. */
  readonly type: string
  /** Undefined for the newest valid certificate of the type. */
  readonly certificateId?: string
  readonly inputs: Inputs
  readonly accessMethod: AccessMethod
  readonly batchId?: string
  readonly signatureSessionId?: string
  /** The document is signed though it was changed after a signature in it. */
  readonly acceptChanges?: boolean
  /** Digest of the disclaimer that the person has accepted. */
  readonly acceptedDisclaimer?: string
  /** Of a certificate that does not say whose it is, the name that the person has confirmed. */
  readonly confirmedHolder?: string
  /** One per attempt; the same attempt repeated gets the same answer. */
  readonly attemptKey?: string
}

/**
 * Signs one document, with a key of the vault or of a provider.
 *
 * The claim comes first, so that the losers of a race get a 409 and no PIN or code of theirs is tried. From the
 * claim on, every failure releases it, and a crash leaves a lease that runs out: the document is unsigned or
 * signed once.
 */
export async function signDocument(needs: SignDocument, order: SignatureOrder): Promise<void> {
  const attemptKey = order.attemptKey ?? randomUUID()
  const choosing = chooseCertificate(needs, order)
  // Whatever is wrong with the document is said first.
  choosing.catch(() => undefined)
  const earlier = answerEarlierAttempt(needs, order.signerId, attemptKey)
  earlier.catch(() => undefined)
  const found = await findSignature(needs, order)
  if (await earlier) return
  await needs.reach('signer-found')
  requireRead(found)
  const signature = requireAccepted(needs, found, order.acceptedDisclaimer)
  const certificate = await choosing
  requireSignable(signature, certificate)
  const holder = requireHolder(needs, certificate, order.confirmedHolder)
  // The signature session of a provider has had its PIN when it was opened.
  if (certificate.wrappedKey !== null || order.signatureSessionId === undefined)
    requirePin(certificate, order.inputs.pin)
  const acceptedIntegrity = await needs.unchanged.require(signature.current, { accepted: order.acceptChanges })
  await needs.reach('certificate-checked')
  const attempt = {
    ...order,
    acceptedIntegrity,
    documentId: signature.documentId,
    certificateId: certificate.id,
    attemptKey,
    at: needs.now(),
  }
  await withinClaim(needs, attempt, (attemptId) =>
    signClaimed(needs, { order, signature, certificate, holder, attemptId }),
  )
}

interface Claimed {
  readonly order: SignatureOrder
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
  readonly holder: Holder
  readonly attemptId: string
}

async function signClaimed(needs: SignDocument, { order, ...claimed }: Claimed): Promise<void> {
  const { certificate, signature } = claimed
  const { userId, inputs, signatureSessionId } = order
  const signatureSession =
    signatureSessionId === undefined
      ? undefined
      : await requireSignatureSession(needs, { userId, certificateId: certificate.id, signatureSessionId })
  const signerOrder = {
    userId,
    signerId: signature.signerId,
    inputs,
    ...(order.batchId !== undefined && { batchId: order.batchId.toLowerCase() }),
    ...(signatureSession && { signatureSession }),
  }
  const isAtHand = certificate.wrappedKey !== null && !signatureSession
  const accelerated = isAtHand ? accelerate(needs, claimed, signerOrder) : undefined
  const openSigner = certificate.wrappedKey === null ? openRemoteSigner : openVaultSigner
  const signer = await openSigner(needs, certificate, signerOrder)
  accelerated?.goOn()
  try {
    await makeSignature(
      needs,
      { ...claimed, accessMethod: order.accessMethod, signer, signatureSession },
      accelerated?.prepare,
    )
  } finally {
    signer.close()
  }
}
