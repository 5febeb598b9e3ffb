import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Inputs, SessionOutcome } from '@rubrica/providers/connector'
import type { Failpoint } from '../../../ports/failpoints.ts'
import { askProvider } from '../../provider-errors.ts'
import { keyReference } from '../make/describe-signature.ts'
import { findWhatToAuthorise, requirePrepared, type FindBatch, type WhatToAuthorise } from '../batch/find-batch.ts'
import { requirePin } from './open-vault-key.ts'
import type {
  CodeStore,
  SessionStore,
  SigningPeople,
  SigningProviders,
  SigningSession,
  SigningTexts,
} from '../ports.ts'

export interface OpenSession extends FindBatch {
  readonly codes: CodeStore
  readonly sessions: SessionStore
  readonly people: SigningPeople
  readonly providers: SigningProviders
  readonly texts: SigningTexts
  readonly reach: Failpoint
}

export interface SessionOrder {
  readonly userId: string
  readonly certificateId: string
  readonly inputs: Inputs
  readonly batchId?: string
  /** A session that waits for the person's phone. */
  readonly sessionId?: string
}

const SESSION_MS = 30 * 60_000

/**
 * Opens a session for the documents of a batch.
 * @returns it, perhaps still waiting for the person to accept on their phone: then the call is made again with its id.
 * @throws {PortalError} PIN_REQUIRED, WRONG_CODE (with TriesLeft), CODE_EXPIRED, CODE_REQUIRED, DIGEST_NOT_AUTHORISED,
 *   SIGNING_SESSION_EXPIRED, those of findWhatToAuthorise, and what the provider says
 */
export async function openSession(needs: OpenSession, order: SessionOrder): Promise<SigningSession> {
  const { userId, certificateId, batchId } = order
  const what = await findWhatToAuthorise(needs, { userId, certificateId, ...(batchId !== undefined && { batchId }) })
  if (what.certificate.wrappedKey !== null) return openWithOurCode(needs, order, what)
  return order.sessionId === undefined
    ? openAtProvider(needs, order, what)
    : continueAtProvider(needs, order, { ...what, sessionId: order.sessionId })
}

async function openWithOurCode(
  needs: OpenSession,
  { userId, inputs }: SessionOrder,
  { certificate, batch }: WhatToAuthorise,
): Promise<SigningSession> {
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
  const session: SigningSession = {
    id: randomUUID(),
    userId,
    certificateId: certificate.id,
    batchId: answer.batchId,
    digests: answer.digests,
    state: 'open',
    createdAt: at,
    expiresAt: batch && batch.expiresAt < until ? batch.expiresAt : until,
  }
  return keepSession(needs, session, batch)
}

async function openAtProvider(
  needs: OpenSession,
  { userId, inputs }: SessionOrder,
  what: WhatToAuthorise,
): Promise<SigningSession> {
  requirePrepared(what)
  const { certificate, batch, items } = what
  requirePin(certificate, inputs.pin)
  const { connector, account } = await needs.providers.open(userId, certificate.type)
  if (!connector.openSession) throw new PortalError('VALIDATION_FAILED', 'This certificate signs without a session')
  const person = await needs.people.contact(userId)
  const documents = Math.max(items.length, 1)
  const outcome = await askProvider(() =>
    connector.openSession!(account, {
      key: keyReference(certificate),
      uses: documents,
      items,
      inputs,
      description: needs.texts.description(person?.language ?? '', documents),
    }),
  )
  const createdAt = needs.now()
  const session: SigningSession = {
    id: randomUUID(),
    userId,
    certificateId: certificate.id,
    batchId: batch?.id ?? null,
    digests: items.map(({ digest }) => digest),
    createdAt,
    ...outcomeOf(outcome, new Date(createdAt.getTime() + SESSION_MS)),
  }
  return keepSession(needs, session, batch)
}

async function keepSession(
  needs: OpenSession,
  session: SigningSession,
  batch: WhatToAuthorise['batch'],
): Promise<SigningSession> {
  await needs.sessions.insert(session)
  // Otherwise the last documents of a long batch are prepared anew, and are no longer what was authorised.
  if (batch) await needs.preparations.keepForSession(batch, session)
  await needs.reach('session-stored')
  return session
}

async function continueAtProvider(
  needs: OpenSession,
  { userId }: SessionOrder,
  { certificate, sessionId }: WhatToAuthorise & { readonly sessionId: string },
): Promise<SigningSession> {
  const session = await needs.sessions.find(userId, sessionId)
  const isLive = session && session.state !== 'closed' && session.expiresAt > needs.now()
  if (!isLive || session.certificateId !== certificate.id || !session.connectorState) {
    throw new PortalError('SIGNING_SESSION_EXPIRED', 'The session is over; begin again')
  }
  if (session.state === 'open') return session
  const { connector, account } = await needs.providers.open(userId, certificate.type)
  if (!connector.continueSession) return session
  const { connectorState } = session
  const outcome = await askProvider(() => connector.continueSession!(account, connectorState))
  const change = outcomeOf(outcome, session.expiresAt)
  await needs.sessions.update(session.id, change)
  return { ...session, ...change }
}

/** Whoever was sent to a page of the provider is waited for, as they are with their phone. */
const outcomeOf = (outcome: SessionOutcome, latest: Date) => ({
  state: outcome.kind === 'open' ? ('open' as const) : ('waiting' as const),
  connectorState: outcome.state,
  expiresAt: outcome.kind === 'open' && outcome.expiresAt < latest ? outcome.expiresAt : latest,
})
