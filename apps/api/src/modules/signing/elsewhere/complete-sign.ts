import { randomUUID } from 'node:crypto'
import type { AccessMethod } from '@rubrica/domain'
import { notRecognised, transactionOver } from '../../away-transactions.ts'
import type { AwayTransaction } from './ports.ts'
import { answerEarlierAttempt, findUnlessAnswered } from '../claim/answer-earlier-attempt.ts'
import {
  askHowFar,
  closeAtProvider,
  dataOf,
  endTransaction,
  nextForPerson,
  type NextForPerson,
} from './away-signing.ts'
import { requireHolder } from '../key/choose-certificate.ts'
import { findSignature } from '../claim/find-pending.ts'
import type { SigningProviders } from '../ports.ts'
import { requireAwaySignature, type RequireAwaySignature } from './require-away-signature.ts'
import { documentMovedOn, signAway, type AwayCompletion, type SignAway } from './sign-away.ts'

export type CompleteSign = RequireAwaySignature & SignAway & { readonly providers: SigningProviders }

export interface CompleteOrder {
  readonly userId: string
  readonly signerId: string
  readonly certType: string
  readonly transactionId: string
  readonly certificateId: string
  readonly pin?: string
  readonly accessMethod?: AccessMethod
  /** One per attempt; the same attempt repeated gets the same answer. */
  readonly attemptKey?: string
}

/**
 * Completes a signature that was begun: asks the provider whether the person has proved themselves, then claims the
 * document and has it signed, as any other. A wrong PIN leaves everything as it was.
 * @returns what the person still has to do; undefined when the document is signed
 * @throws {PortalError} of requireAwaySignature, TRANSACTION_EXPIRED, TRANSACTION_REFUSED, SIGNING_CANCELLED,
 *   DOCUMENT_MOVED_ON, WRONG_PIN, PIN_LOCKED, what the provider says
 */
export async function completeSign(needs: CompleteSign, order: CompleteOrder): Promise<NextForPerson | undefined> {
  const { userId, signerId, attemptKey = randomUUID() } = order
  await findSignature(needs, order)
  if (order.attemptKey !== undefined && (await answerEarlierAttempt(needs, signerId, attemptKey))) return undefined
  const transaction = await findTransaction(needs, order)
  const { acceptChanges, acceptedDisclaimer, confirmedHolder } = dataOf(transaction)
  const wish = { ...order, acceptChanges }
  const checked = await findUnlessAnswered(needs, { signerId, attemptKey }, () => requireAwaySignature(needs, wish))
  if (!checked) return undefined
  // Agreed to when it was begun.
  const found = { ...checked, signature: { ...checked.signature, acceptedDisclaimer } }
  const holder = requireHolder(needs, found.certificate, confirmedHolder)
  requireLiving(transaction, needs.now())
  const opened = await needs.providers.open(userId, found.certificate.type)
  await requireSameDocument(needs, { transaction, found, holder, opened })
  const proved = await askHowFar(needs, opened, transaction)
  const next = nextForPerson(proved)
  // Whoever comes back too early may still go and finish there.
  if (next.authType === 'REDIRECT') throw notRecognised('Ivnosys')
  if (next.authType === 'MOBILE' || (next.authType === 'PIN' && !order.pin)) return next
  await signAway(needs, { order: { ...order, attemptKey }, transaction: proved, found, holder, opened })
  return undefined
}

async function findTransaction({ away }: CompleteSign, order: CompleteOrder): Promise<AwayTransaction> {
  const transaction = await away.find(order.userId, order.transactionId)
  const isMeant = transaction?.purpose === 'sign' && transaction.signerId === order.signerId
  if (isMeant && transaction.certificateId === order.certificateId) return transaction
  throw transactionOver()
}

function requireLiving({ state, expiresAt }: AwayTransaction, at: Date): void {
  const isLiving = state === 'awaiting_person' || state === 'confirmed' || state === 'finishing'
  if (!isLiving || expiresAt <= at) throw transactionOver()
}

/** What the person saw is what is signed: only signatures of ours may have come between. */
async function requireSameDocument(
  needs: CompleteSign,
  { transaction, found, opened }: Omit<AwayCompletion, 'order'>,
): Promise<void> {
  const { documentId, current } = found.signature
  const begunOn = transaction.baseRevision ?? 0
  if (current.revision === begunOn) return
  const isSame = current.revision > begunOn && found.certificate.scal === '1'
  if (isSame && (await needs.tails.onlySignaturesBetween(documentId, begunOn, current.revision))) return
  await endTransaction(needs, transaction, { code: 'DOCUMENT_MOVED_ON' })
  await closeAtProvider(needs, opened, dataOf(transaction).session)
  throw documentMovedOn()
}
