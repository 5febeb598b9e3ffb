import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import { continueRemoteKey, openRemoteKey, writeState, type RemoteKeys } from './remote-key.ts'
import { openVaultKeyFor, type OpenVaultKey } from './open-vault-key-for.ts'
import type { Authorisation, AuthorisationStore, Phase } from './ports.ts'

export interface OpenKeySession extends OpenVaultKey, RemoteKeys {
  readonly store: AuthorisationStore
}

export interface KeySessionOrder {
  readonly requestId: string
  readonly userId: string
  readonly certificateId: string
  readonly inputs: { readonly pin?: string; readonly code?: string }
  /** A session that waits for the person's phone. */
  readonly sessionId?: string
  /** Of a certificate that does not say whose it is, the name that the person has confirmed. */
  readonly confirmedHolder?: string
}

export interface KeySession {
  /** Leads on from here, and opens the key that waits: a secret. */
  readonly id: string
  readonly state: 'open' | 'waiting'
  readonly expiresAt: Date
}

const OPENED_MS = 10 * 60_000

/** What waits, and whether the person has yet to accept on their phone. */
interface OpenedKey {
  readonly key: Uint8Array
  readonly state: KeySession['state']
  readonly until?: Date
}

/**
 * Opens a key for what an application asks for. It waits under the session's id, which is kept nowhere here.
 * @throws {PortalError} AUTHORISATION_EXPIRED, CERTIFICATE_NOT_FOUND (also for one that is not asked for), CODE_REQUIRED,
 *   WRONG_CODE, CODE_EXPIRED, WRONG_PIN, PIN_LOCKED, HOLDER_UNCONFIRMED, what else keeps a certificate from signing, what a provider says
 */
export async function openKeySession(needs: OpenKeySession, order: KeySessionOrder): Promise<KeySession> {
  const asked = await findAsked(needs, order)
  const certificate = await requireFitting(needs, asked, order)
  // One that waits for the phone was confirmed when it was opened.
  if (order.sessionId === undefined) needs.requireHolder(certificate, order.confirmedHolder)
  const opened = await openKey(needs, asked, { order, certificate })
  try {
    return await keepKey(needs, asked, { order, opened })
  } finally {
    opened.key.fill(0)
  }
}

interface Choice {
  readonly order: KeySessionOrder
  readonly certificate: SigningCertificate
}

async function openKey(
  needs: OpenKeySession,
  asked: Authorisation,
  { order, certificate }: Choice,
): Promise<OpenedKey> {
  if (certificate.wrappedKey !== null) {
    return { key: await openVaultKeyFor(needs, certificate, order), state: 'open' }
  }
  const { inputs, sessionId } = order
  const outcome =
    sessionId === undefined
      ? await openRemoteKey(needs, certificate, { ...asked, inputs })
      : await continueRemoteKey(needs, certificate, await needs.store.openKey(asked, sessionId))
  const key = writeState(outcome.state)
  return outcome.kind === 'open' ? { key, state: 'open', until: outcome.expiresAt } : { key, state: 'waiting' }
}

const ANSWERABLE: readonly Phase[] = ['asked', 'waiting', 'opened']

/** A person who changes their mind opens another key; nobody else opens one in their place. */
async function findAsked(
  { store, now }: OpenKeySession,
  { requestId, userId, sessionId }: KeySessionOrder,
): Promise<Authorisation> {
  const at = now()
  const asked = sessionId === undefined ? await store.find(requestId, at) : await store.findBySecret(sessionId, at)
  const isOpen = asked?.kind === 'credential' && asked.id === requestId && ANSWERABLE.includes(asked.phase)
  if (isOpen && (asked.userId ?? userId) === userId) return asked
  throw over()
}

async function requireFitting(
  needs: OpenKeySession,
  asked: Authorisation,
  { userId, certificateId, sessionId }: KeySessionOrder,
): Promise<SigningCertificate> {
  const only = sessionId === undefined ? asked.wantedCertificateId : asked.certificateId
  const isAsked = only === null || only === certificateId.toLowerCase()
  const certificate = isAsked ? await needs.chooseCertificate(userId, certificateId) : undefined
  if (certificate && asked.certificateTypes.includes(certificate.type)) return certificate
  throw new PortalError('CERTIFICATE_NOT_FOUND', 'The application asks for another certificate')
}

async function keepKey(
  { store, now }: OpenKeySession,
  asked: Authorisation,
  { order, opened }: { readonly order: KeySessionOrder; readonly opened: OpenedKey },
): Promise<KeySession> {
  const { key, state, until = asked.expiresAt } = opened
  const id = order.sessionId ?? randomUUID()
  const latest = Math.min(now().getTime() + OPENED_MS, asked.expiresAt.getTime(), until.getTime())
  const expiresAt = new Date(latest)
  const isKept = await store.advance(
    { id: asked.id, phase: asked.phase, ...(order.sessionId !== undefined && { secret: order.sessionId }) },
    {
      phase: state === 'open' ? 'opened' : 'waiting',
      expiresAt,
      userId: order.userId,
      certificateId: order.certificateId,
      secret: id,
      key,
    },
  )
  if (!isKept) throw over()
  return { id, state, expiresAt }
}

const over = () => new PortalError('AUTHORISATION_EXPIRED', 'What the application asked for is over; begin again there')
