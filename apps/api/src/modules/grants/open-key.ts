import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import { continueRemoteKey, openRemoteKey, writeState, type RemoteKeys } from './remote-key.ts'
import { openVaultKeyFor, type OpenVaultKey } from './open-vault-key-for.ts'
import type { Grant, GrantStore, Phase } from './ports.ts'

export interface OpenKey extends OpenVaultKey, RemoteKeys {
  readonly store: GrantStore
}

export interface OpenKeyOrder {
  readonly requestId: string
  readonly userId: string
  readonly certificateId: string
  readonly inputs: { readonly pin?: string; readonly code?: string }
  /** A key that waits for the person's phone. */
  readonly openedKeyId?: string
  /** Of a certificate that does not say whose it is, the name that the person has confirmed. */
  readonly confirmedHolder?: string
}

export interface OpenedKey {
  /** Leads on from here, and opens the key that waits: a secret. */
  readonly id: string
  readonly state: 'open' | 'waiting'
  readonly expiresAt: Date
}

const OPENED_MS = 10 * 60_000

/** What waits, and whether the person has yet to accept on their phone. */
interface WaitingKey {
  readonly key: Uint8Array
  readonly state: OpenedKey['state']
  readonly until?: Date
}

/**
 * Opens a key for what an application asks for. It waits under the id of the opened key, which is kept nowhere here.
 * @throws {PortalError} AUTHORISATION_EXPIRED, CERTIFICATE_NOT_FOUND (also for one that is not asked for),
 * CODE_REQUIRED,
 *   WRONG_CODE, CODE_EXPIRED, WRONG_PIN, PIN_LOCKED, HOLDER_UNCONFIRMED, what else keeps a certificate from signing,
 * what a provider says
 */
export async function openKey(needs: OpenKey, order: OpenKeyOrder): Promise<OpenedKey> {
  const asked = await findAsked(needs, order)
  const certificate = await requireFitting(needs, asked, order)
  // One that waits for the phone was confirmed when it was opened.
  if (order.openedKeyId === undefined) needs.requireHolder(certificate, order.confirmedHolder)
  const opened = await openChosenKey(needs, asked, { order, certificate })
  try {
    return await keepKey(needs, asked, { order, opened })
  } finally {
    opened.key.fill(0)
  }
}

interface Choice {
  readonly order: OpenKeyOrder
  readonly certificate: SigningCertificate
}

async function openChosenKey(needs: OpenKey, asked: Grant, { order, certificate }: Choice): Promise<WaitingKey> {
  if (certificate.wrappedKey !== null) {
    return { key: await openVaultKeyFor(needs, certificate, order), state: 'open' }
  }
  const { inputs, openedKeyId } = order
  const outcome =
    openedKeyId === undefined
      ? await openRemoteKey(needs, certificate, { ...asked, inputs })
      : await continueRemoteKey(needs, certificate, await needs.store.openKey(asked, openedKeyId))
  const key = writeState(outcome.state)
  return outcome.kind === 'open' ? { key, state: 'open', until: outcome.expiresAt } : { key, state: 'waiting' }
}

const ANSWERABLE: readonly Phase[] = ['asked', 'waiting', 'opened']

/** A person who changes their mind opens another key; nobody else opens one in their place. */
async function findAsked({ store, now }: OpenKey, { requestId, userId, openedKeyId }: OpenKeyOrder): Promise<Grant> {
  const at = now()
  const asked = openedKeyId === undefined ? await store.find(requestId, at) : await store.findBySecret(openedKeyId, at)
  const isOpen = asked?.kind === 'credential' && asked.id === requestId && ANSWERABLE.includes(asked.phase)
  if (isOpen && (asked.userId ?? userId) === userId) return asked
  throw over()
}

async function requireFitting(
  needs: OpenKey,
  asked: Grant,
  { userId, certificateId, openedKeyId }: OpenKeyOrder,
): Promise<SigningCertificate> {
  const only = openedKeyId === undefined ? asked.wantedCertificateId : asked.certificateId
  const isAsked = only === null || only === certificateId.toLowerCase()
  const certificate = isAsked ? await needs.chooseCertificate(userId, certificateId) : undefined
  if (certificate && asked.certificateTypes.includes(certificate.type)) return certificate
  throw new PortalError('CERTIFICATE_NOT_FOUND', 'The application asks for another certificate')
}

async function keepKey(
  { store, now }: OpenKey,
  asked: Grant,
  { order, opened }: { readonly order: OpenKeyOrder; readonly opened: WaitingKey },
): Promise<OpenedKey> {
  const { key, state, until = asked.expiresAt } = opened
  const id = order.openedKeyId ?? randomUUID()
  const latest = Math.min(now().getTime() + OPENED_MS, asked.expiresAt.getTime(), until.getTime())
  const expiresAt = new Date(latest)
  const isKept = await store.advance(
    { id: asked.id, phase: asked.phase, ...(order.openedKeyId !== undefined && { secret: order.openedKeyId }) },
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
