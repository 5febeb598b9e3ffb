import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import type { Acting } from '../../sessions/ports.ts'
import { principalOf } from '../../substitutions/ports.ts'
import { requireAccepted, type RequireAccepted } from '../../accepted-disclaimer.ts'
import { chooseCertificate, requireSignable, type ChooseCertificate } from '../key/choose-certificate.ts'
import { findSignature } from '../claim/find-pending.ts'
import type { Batch, BatchStore, SigningStore } from '../ports.ts'
import { prepareToKeep, type PrepareDocument } from '../make/prepare-document.ts'

export interface PrepareBatch extends ChooseCertificate, PrepareDocument, RequireAccepted {
  readonly unchanged: UnchangedDocuments
  readonly signing: SigningStore
  readonly batches: BatchStore
  readonly reach: Failpoint
  readonly now: () => Date
}

export interface BatchOrder extends Acting {
  readonly certificateId: string
  readonly signerIds: readonly string[]
  /** Signers whose documents are signed though they were changed after a signature in them. */
  readonly acceptChangesOf?: readonly string[]
  /** Digests of the terms that the person has accepted. */
  readonly acceptedDisclaimers?: readonly string[]
}

/** A document that cannot be part of the batch, and why. */
export interface BatchFailure {
  readonly signerId: string
  readonly error: PortalError
}

/** Enough for two hundred documents at a slow provider. */
const BATCH_MS = 60 * 60_000
const ATTEMPTED_AT_ONCE = 2

/**
 * Announces a batch. Where a code or a provider authorises it, every byte of its documents is fixed now, so that what
 * is authorised is what is signed.
 * @throws {PortalError} those of chooseCertificate; BATCH_TOO_LARGE (with Max)
 */
export async function prepareBatch(
  needs: PrepareBatch,
  order: BatchOrder,
): Promise<{ batch: Batch; failures: readonly BatchFailure[] }> {
  const certificate = await chooseCertificate(needs, order)
  const signerIds = [...new Set(order.signerIds.map((id) => id.toLowerCase()))]
  requireRoom(certificate, signerIds.length)
  const accepted = new Set(order.acceptChangesOf?.map((id) => id.toLowerCase()))
  const changed = await needs.unchanged.findChanged({ userId: principalOf(order), signerIds, accepted })
  const unchanged = without(signerIds, changed)
  const unaccepted = await failuresOf(unchanged, (signerId) => requireTerms(needs, order, signerId))
  const agreed = without(unchanged, unaccepted)
  const unprepared = signsAtOnce(certificate)
    ? []
    : await failuresOf(agreed, (signerId) => prepareOne(needs, certificate, { ...order, signerId }))
  const failures = [...changed, ...unaccepted, ...unprepared]
  const createdAt = needs.now()
  const batch = {
    id: randomUUID(),
    userId: order.userId,
    certificateId: certificate.id,
    signerIds: without(signerIds, failures),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + BATCH_MS),
  }
  await needs.reach('batch-prepared')
  await needs.batches.insert(batch)
  await needs.reach('batch-stored')
  return { batch, failures }
}

const without = (signerIds: readonly string[], failures: readonly BatchFailure[]) =>
  signerIds.filter((id) => !failures.some(({ signerId }) => signerId === id))

/** @throws {PortalError} BATCH_TOO_LARGE (with Max) */
export function requireRoom({ maxDocuments }: SigningCertificate, documents: number): void {
  if (maxDocuments === null || documents <= maxDocuments) return
  throw new PortalError('BATCH_TOO_LARGE', `This certificate signs at most ${maxDocuments} documents at a time`, {
    facts: { Max: maxDocuments, Documents: documents },
  })
}

/** A PIN opens a key of the vault, and the key signs what is current then. */
const signsAtOnce = ({ wrappedKey, authenticationType }: SigningCertificate): boolean =>
  wrappedKey !== null && authenticationType === 'PIN'

/** @param attempt throws PortalError for a document that fails; anything else is a failure of the whole batch */
async function failuresOf(
  signerIds: readonly string[],
  attempt: (signerId: string) => Promise<void>,
): Promise<BatchFailure[]> {
  const failures: BatchFailure[] = []
  const queue = [...signerIds]
  const work = async () => {
    for (let signerId = queue.shift(); signerId !== undefined; signerId = queue.shift()) {
      try {
        await attempt(signerId)
      } catch (error) {
        if (!(error instanceof PortalError)) throw error
        failures.push({ signerId, error })
      }
    }
  }
  await Promise.all(Array.from({ length: ATTEMPTED_AT_ONCE }, work))
  return failures
}

/** Before anybody authorises anything. What is not there, or not any more, is reported by the signing call. */
async function requireTerms(needs: PrepareBatch, order: BatchOrder, signerId: string): Promise<void> {
  const signature = await needs.signing.findForSigner(order, signerId)
  if (signature) requireAccepted(needs, signature, order.acceptedDisclaimers)
}

async function prepareOne(
  needs: PrepareBatch,
  certificate: SigningCertificate,
  order: Acting & { readonly signerId: string },
): Promise<void> {
  const signature = await findSignature(needs, order)
  if (signature.state !== 'pending' && signature.state !== 'signing') {
    throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was signed, rejected or withdrawn meanwhile')
  }
  requireSignable(signature, certificate)
  const base = await needs.documents.load(signature.documentId)
  await prepareToKeep(needs, { signature, certificate, base })
}
