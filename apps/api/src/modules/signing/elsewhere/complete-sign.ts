import { randomUUID } from 'node:crypto'
import type { AccessMethod } from '@rubrica/domain'
import { notRecognised, errandOver, type Errand } from '../../errands.ts'
import type { Acting } from '../../sessions/ports.ts'
import { answerEarlierAttempt, findUnlessAnswered } from '../claim/answer-earlier-attempt.ts'
import { askHowFar, closeAtProvider, dataOf, endErrand, nextForPerson, type NextForPerson } from './errand-signing.ts'
import { requireHolder } from '../key/choose-certificate.ts'
import { findSignature } from '../claim/find-pending.ts'
import type { SigningProviders } from '../key/ports.ts'
import { requireErrandSignature, type RequireErrandSignature } from './require-errand-signature.ts'
import { documentMovedOn, signAfterErrand, type ErrandCompletion, type SignAfterErrand } from './sign-after-errand.ts'

export type CompleteSign = RequireErrandSignature & SignAfterErrand & { readonly providers: SigningProviders }

export interface CompleteOrder extends Acting {
  readonly signerId: string
  readonly certType: string
  readonly errandId: string
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
 * @throws {PortalError} of requireErrandSignature, TRANSACTION_EXPIRED, TRANSACTION_REFUSED, SIGNING_CANCELLED,
 *   DOCUMENT_MOVED_ON, WRONG_PIN, PIN_LOCKED, what the provider says
 */
export async function completeSign(needs: CompleteSign, order: CompleteOrder): Promise<NextForPerson | undefined> {
  const { userId, signerId, attemptKey = randomUUID() } = order
  await findSignature(needs, order)
  if (order.attemptKey !== undefined && (await answerEarlierAttempt(needs, signerId, attemptKey))) return undefined
  const errand = await findErrand(needs, order)
  const { acceptChanges, acceptedDisclaimer, confirmedHolder } = dataOf(errand)
  const wish = { ...order, acceptChanges }
  const checked = await findUnlessAnswered(needs, { signerId, attemptKey }, () => requireErrandSignature(needs, wish))
  if (!checked) return undefined
  // Agreed to when it was begun.
  const found = { ...checked, signature: { ...checked.signature, acceptedDisclaimer } }
  const holder = requireHolder(needs, found.certificate, confirmedHolder)
  requireLiving(errand, needs.now())
  const opened = await needs.providers.open(userId, found.certificate.type)
  await requireSameDocument(needs, { errand, found, holder, opened })
  const proved = await askHowFar(needs, opened, errand)
  const next = nextForPerson(proved)
  // A person who comes back too early may still go and finish there.
  if (next.authType === 'REDIRECT') throw notRecognised(opened.label)
  if (next.authType === 'MOBILE' || (next.authType === 'PIN' && !order.pin)) return next
  await signAfterErrand(needs, { order: { ...order, attemptKey }, errand: proved, found, holder, opened })
  return undefined
}

async function findErrand({ errands }: CompleteSign, order: CompleteOrder): Promise<Errand> {
  const errand = await errands.find(order.userId, order.errandId)
  const isMeant = errand?.purpose === 'sign' && errand.signerId === order.signerId
  if (isMeant && errand.certificateId === order.certificateId) return errand
  throw errandOver()
}

function requireLiving({ state, expiresAt }: Errand, at: Date): void {
  const isLiving = state === 'awaiting_person' || state === 'confirmed' || state === 'finishing'
  if (!isLiving || expiresAt <= at) throw errandOver()
}

/** What the person saw is what is signed: only signatures of ours may have come between. */
async function requireSameDocument(
  needs: CompleteSign,
  { errand, found, opened }: Omit<ErrandCompletion, 'order'>,
): Promise<void> {
  const { documentId, current } = found.signature
  const begunOn = errand.baseRevision ?? 0
  if (current.revision === begunOn) return
  const isSame = current.revision > begunOn && found.certificate.scal === '1'
  if (isSame && (await needs.tails.onlySignaturesBetween(documentId, begunOn, current.revision))) return
  await endErrand(needs, errand, { code: 'DOCUMENT_MOVED_ON' })
  await closeAtProvider(needs, opened, dataOf(errand).session)
  throw documentMovedOn()
}
