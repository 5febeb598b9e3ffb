import { randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { LoadedRevision } from '../../pending-documents/ports.ts'
import type { Acting } from '../../sessions/ports.ts'
import { answerEarlierAttempt, findUnlessAnswered } from '../claim/answer-earlier-attempt.ts'
import { findSignature, requireRead } from '../claim/find-pending.ts'
import { loadSignedBase } from '../make/load-signed-base.ts'
import { commitTail, type MakeSignature } from '../make/make-signature.ts'
import type { SignatureToMake, Whereabouts } from '../ports.ts'
import { withinClaim } from '../claim/within-claim.ts'
import { findPendingForPc, requireOwnOnPc } from './announce-certificate.ts'
import { findAnnounced, type Announced } from './announced.ts'
import type { FindPresignature } from './find-presignature.ts'

export type CompleteLocalSignature = FindPresignature & MakeSignature

export interface LocalSignatureOrder extends Acting {
  readonly signerId: string
  /** As the application made it: RSA as it is, ECDSA as DER. */
  readonly value: Uint8Array
  readonly accessMethod: AccessMethod
  readonly whereabouts: Whereabouts
  /** One per attempt; the same attempt repeated gets the same answer. */
  readonly attemptKey?: string
}

/**
 * Makes the value that the application on a person's PC has made part of the document.
 *
 * It is verified before anything else, with the certificate that was announced over the bytes that were fixed then.
 * From the claim on, the document is unsigned or signed once, also after a failure; and what was announced waits on, so
 * that the same value may come again.
 * @throws {PortalError} those of findPendingForPc; LOCAL_SIGNATURE_EXPIRED, LOCAL_SIGNATURE_INVALID,
 *   CERTIFICATE_UNUSABLE, DOCUMENT_MOVED_ON, TIMESTAMP_UNAVAILABLE
 */
export async function completeLocalSignature(needs: CompleteLocalSignature, order: LocalSignatureOrder): Promise<void> {
  const { userId, office, signerId, accessMethod, attemptKey = randomUUID() } = order
  await findSignature(needs, order)
  if (await answerEarlierAttempt(needs, signerId, attemptKey)) return
  const found = await findUnlessAnswered(needs, { signerId, attemptKey }, () => findVerified(needs, order))
  if (!found) return
  const { signature, errand, announced, base } = found
  const { acceptedIntegrity, acceptedDisclaimer } = announced
  const agreed = { ...signature, acceptedDisclaimer }
  const attempt = {
    ...{ signerId, userId, office, attemptKey, accessMethod, at: needs.now() },
    ...{ documentId: signature.documentId, certificateId: null },
    ...(acceptedIntegrity !== undefined && { acceptedIntegrity }),
  }
  await withinClaim(needs, attempt, (attemptId) =>
    embed(needs, { order, signature: agreed, announced, base, attemptId }),
  )
  await needs.errands.advance(errand.id, ['awaiting_person'], { state: 'done', data: {}, at: needs.now() })
  await needs.reach('local-done')
}

/** What was announced for a document that waits, once the value is known to be a signature of it. */
export async function verifyLocalValue(
  needs: FindPresignature,
  order: Acting & Pick<LocalSignatureOrder, 'signerId' | 'value'>,
) {
  const signature = await findPendingForPc(needs, order)
  await needs.reach('signer-found')
  const { errand, announced } = await findAnnounced(needs, signature)
  requireValue(needs, announced, order.value)
  requireOwnOnPc(needs.local, certificateOf(announced), signature.legalId)
  requireRead(signature)
  await needs.reach('local-verified')
  return { signature, announced, errand, baseRevision: errand.baseRevision ?? 0 }
}

async function findVerified(needs: CompleteLocalSignature, order: LocalSignatureOrder) {
  const verified = await verifyLocalValue(needs, order)
  const { signature, baseRevision: revision } = verified
  return { ...verified, base: await loadSignedBase(needs, { ...signature, revision, movedOn }) }
}

/** The certificate may have expired since it was chosen. */
function requireValue({ local, now }: FindPresignature, { prepared }: Announced, value: Uint8Array): void {
  if (!local.isSignature(prepared, value)) throw invalidSignature()
  local.requireUsable(certificateOf({ prepared }), now())
}

const certificateOf = ({ prepared }: Pick<Announced, 'prepared'>) => ({
  certificate: prepared.certificate!,
  chain: prepared.chain,
})

interface Embedding {
  readonly order: LocalSignatureOrder
  readonly signature: SignatureToMake
  readonly announced: Announced
  readonly base: LoadedRevision
  readonly attemptId: string
}

async function embed(needs: CompleteLocalSignature, { order, announced, base, ...claimed }: Embedding): Promise<void> {
  const { prepared, serialNumber } = announced
  const embedded = await needs.maker.resume(base.bytes, prepared, {
    signature: order.value,
    onTimestamp: async (step) => needs.reach(step),
  })
  await needs.reach('resumed')
  const made = { base, prepared, ...embedded, certificateSerial: serialNumber, isRecorded: false }
  if (!(await commitTail(needs, { ...claimed, ...order }, made))) throw movedOn()
}

const invalidSignature = () =>
  new PortalError(
    'LOCAL_SIGNATURE_INVALID',
    'The value is not by the announced certificate over this document; the document stays unsigned',
  )

const movedOn = () =>
  new PortalError('DOCUMENT_MOVED_ON', 'Somebody else has signed the document since this was signed; sign it again')
