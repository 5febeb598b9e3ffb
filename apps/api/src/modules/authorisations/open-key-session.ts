import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import { openVaultKeyFor, type OpenVaultKey } from './open-vault-key-for.ts'
import type { Authorisation, AuthorisationStore, Phase } from './ports.ts'

export interface OpenKeySession extends OpenVaultKey {
  readonly store: AuthorisationStore
}

export interface KeySessionOrder {
  readonly requestId: string
  readonly userId: string
  readonly certificateId: string
  readonly inputs: { readonly pin?: string; readonly code?: string }
}

export interface KeySession {
  /** Leads on from here, and opens the key that waits: a secret. */
  readonly id: string
  readonly state: 'open' | 'waiting'
  readonly expiresAt: Date
}

const OPENED_MS = 10 * 60_000

/**
 * Opens a key for what an application asks for. It waits under the session's id, which is kept nowhere here.
 * @throws {PortalError} AUTHORISATION_EXPIRED, CERTIFICATE_NOT_FOUND (also for one that is not asked for), CODE_REQUIRED,
 *   WRONG_CODE, CODE_EXPIRED, WRONG_PIN, PIN_LOCKED and what else keeps a certificate from signing
 */
export async function openKeySession(needs: OpenKeySession, order: KeySessionOrder): Promise<KeySession> {
  const asked = await findAsked(needs, order)
  const certificate = await requireFitting(needs, asked, order)
  const key = await openVaultKeyFor(needs, certificate, order)
  try {
    return await keepKey(needs, asked, { order, key })
  } finally {
    key.fill(0)
  }
}

const ANSWERABLE: readonly Phase[] = ['asked', 'waiting', 'opened']

/** A person who changes their mind opens another key; nobody else opens one in their place. */
async function findAsked(
  { store, now }: OpenKeySession,
  { requestId, userId }: KeySessionOrder,
): Promise<Authorisation> {
  const asked = await store.find(requestId, now())
  const isOpen = asked?.kind === 'credential' && ANSWERABLE.includes(asked.phase)
  if (isOpen && (asked.userId ?? userId) === userId) return asked
  throw new PortalError('AUTHORISATION_EXPIRED', 'What the application asked for is over; begin again there')
}

async function requireFitting(
  needs: OpenKeySession,
  asked: Authorisation,
  { userId, certificateId }: KeySessionOrder,
): Promise<SigningCertificate> {
  const isAsked = asked.phase !== 'asked' || asked.certificateId === null || asked.certificateId === certificateId
  const certificate = isAsked ? await needs.chooseCertificate(userId, certificateId) : undefined
  if (certificate && asked.certificateTypes.includes(certificate.type)) return certificate
  throw new PortalError('CERTIFICATE_NOT_FOUND', 'The application asks for another certificate')
}

async function keepKey(
  { store, now }: OpenKeySession,
  asked: Authorisation,
  { order, key }: { readonly order: KeySessionOrder; readonly key: Uint8Array },
): Promise<KeySession> {
  const id = randomUUID()
  const latest = new Date(now().getTime() + OPENED_MS)
  const expiresAt = asked.expiresAt < latest ? asked.expiresAt : latest
  const isKept = await store.advance(
    { id: asked.id, phase: asked.phase },
    {
      phase: 'opened',
      expiresAt,
      userId: order.userId,
      certificateId: order.certificateId,
      secret: id,
      key,
    },
  )
  if (!isKept) throw new PortalError('AUTHORISATION_EXPIRED', 'This was answered elsewhere; begin again there')
  return { id, state: 'open', expiresAt }
}
