import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Inputs, SignatureSessionOutcome } from '@rubrica/providers/connector'
import type { Failpoint } from '../../../ports/failpoints.ts'
import { askProvider } from '../../provider-errors.ts'
import { keyReference } from '../make/describe-signature.ts'
import { findWhatToAuthorise, requirePrepared, type FindBatch, type WhatToAuthorise } from '../batch/find-batch.ts'
import { requirePin } from './open-vault-key.ts'
import type {
  CodeStore,
  SignatureSessionStore,
  SigningPeople,
  SigningProviders,
  SignatureSession,
  SigningTexts,
} from './ports.ts'

export interface OpenSignatureSession extends FindBatch {
  readonly codes: CodeStore
  readonly signatureSessions: SignatureSessionStore
  readonly people: SigningPeople
  readonly providers: SigningProviders
  readonly texts: SigningTexts
  readonly reach: Failpoint
}

export interface SignatureSessionOrder {
  readonly userId: string
  readonly certificateId: string
  readonly inputs: Inputs
  readonly batchId?: string
  /** A signature session that waits for the person's phone. */
  readonly signatureSessionId?: string
}

const SESSION_MS = 30 * 60_000

/**
 * Opens a signature session for the documents of a batch.
 * @returns it, perhaps still waiting for the person to accept on their phone: then the call is made again with its id.
 * @throws {PortalError} PIN_REQUIRED, WRONG_CODE (with TriesLeft), CODE_EXPIRED, CODE_REQUIRED, DIGEST_NOT_AUTHORISED,
 *   SIGNING_SESSION_EXPIRED, those of findWhatToAuthorise, and what the provider says
 */
export async function openSignatureSession(
  needs: OpenSignatureSession,
  order: SignatureSessionOrder,
): Promise<SignatureSession> {
  const { userId, certificateId, batchId } = order
  const what = await findWhatToAuthorise(needs, { userId, certificateId, ...(batchId !== undefined && { batchId }) })
  if (what.certificate.wrappedKey !== null) return openWithOurCode(needs, order, what)
  return order.signatureSessionId === undefined
    ? openAtProvider(needs, order, what)
    : continueAtProvider(needs, order, { ...what, signatureSessionId: order.signatureSessionId })
}

async function openWithOurCode(
  needs: OpenSignatureSession,
  { userId, inputs }: SignatureSessionOrder,
  { certificate, batch }: WhatToAuthorise,
): Promise<SignatureSession> {
  if (!inputs.code) throw new PortalError('CODE_REQUIRED', 'This certificate signs in a session that a code opens')
  const at = needs.now()
  const answer = await needs.codes.answer({ userId, certificateId: certificate.id, code: inputs.code.trim(), at })
  if (answer.kind === 'none') throw new PortalError('CODE_EXPIRED', 'The code is no longer valid; ask for another one')
  if (answer.kind === 'wrong') {
    throw new PortalError('WRONG_CODE', 'The code is wrong', { facts: { TriesLeft: answer.triesLeft } })
  }
  await needs.reach('code-used')
  if (batch && answer.batchId !== batch.id) {
    throw new PortalError('DIGEST_NOT_AUTHORISED', 'The code was sent for other documents; ask for another one')
  }
  const until = new Date(at.getTime() + SESSION_MS)
  const signatureSession: SignatureSession = {
    id: randomUUID(),
    userId,
    certificateId: certificate.id,
    batchId: answer.batchId,
    digests: answer.digests,
    state: 'open',
    createdAt: at,
    expiresAt: batch && batch.expiresAt < until ? batch.expiresAt : until,
  }
  return keepSignatureSession(needs, signatureSession, batch)
}

async function openAtProvider(
  needs: OpenSignatureSession,
  { userId, inputs }: SignatureSessionOrder,
  what: WhatToAuthorise,
): Promise<SignatureSession> {
  requirePrepared(what)
  const { certificate, batch, items } = what
  requirePin(certificate, inputs.pin)
  const { connector, account } = await needs.providers.open(userId, certificate.type)
  if (!connector.openSignatureSession)
    throw new PortalError('VALIDATION_FAILED', 'This certificate signs without a session')
  const person = await needs.people.contact(userId)
  const documents = Math.max(items.length, 1)
  const outcome = await askProvider(() =>
    connector.openSignatureSession!(account, {
      key: keyReference(certificate),
      uses: documents,
      items,
      inputs,
      description: needs.texts.description(person?.language ?? '', documents),
    }),
  )
  const createdAt = needs.now()
  const signatureSession: SignatureSession = {
    id: randomUUID(),
    userId,
    certificateId: certificate.id,
    batchId: batch?.id ?? null,
    digests: items.map(({ digest }) => digest),
    createdAt,
    ...outcomeOf(outcome, new Date(createdAt.getTime() + SESSION_MS)),
  }
  return keepSignatureSession(needs, signatureSession, batch)
}

async function keepSignatureSession(
  needs: OpenSignatureSession,
  signatureSession: SignatureSession,
  batch: WhatToAuthorise['batch'],
): Promise<SignatureSession> {
  await needs.signatureSessions.insert(signatureSession)
  // Otherwise the last documents of a long batch are prepared anew, and are no longer what was authorised.
  if (batch) await needs.preparations.keepForSignatureSession(batch, signatureSession)
  await needs.reach('signature-session-stored')
  return signatureSession
}

async function continueAtProvider(
  needs: OpenSignatureSession,
  { userId }: SignatureSessionOrder,
  { certificate, signatureSessionId }: WhatToAuthorise & { readonly signatureSessionId: string },
): Promise<SignatureSession> {
  const signatureSession = await needs.signatureSessions.find(userId, signatureSessionId)
  const isLive = signatureSession && signatureSession.state !== 'closed' && signatureSession.expiresAt > needs.now()
  if (!isLive || signatureSession.certificateId !== certificate.id || !signatureSession.connectorState) {
    throw new PortalError('SIGNING_SESSION_EXPIRED', 'The session is over; begin again')
  }
  if (signatureSession.state === 'open') return signatureSession
  const { connector, account } = await needs.providers.open(userId, certificate.type)
  if (!connector.continueSignatureSession) return signatureSession
  const { connectorState } = signatureSession
  const outcome = await askProvider(() => connector.continueSignatureSession!(account, connectorState))
  const change = outcomeOf(outcome, signatureSession.expiresAt)
  await needs.signatureSessions.update(signatureSession.id, change)
  return { ...signatureSession, ...change }
}

/** A person on a page of the provider is waited for, as with a phone. */
const outcomeOf = (outcome: SignatureSessionOutcome, latest: Date) => ({
  state: outcome.kind === 'open' ? ('open' as const) : ('waiting' as const),
  connectorState: outcome.state,
  expiresAt: outcome.kind === 'open' && outcome.expiresAt < latest ? outcome.expiresAt : latest,
})
