import { createHash, timingSafeEqual } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import { makeSecret } from './give-code.ts'
import type { Grant, GrantStore } from './ports.ts'

export interface ExchangeCode {
  readonly store: GrantStore
  readonly log: Log
  readonly now: () => Date
}

export interface PresentedCode {
  /** Proved. */
  readonly clientId: string
  readonly code: string
  readonly redirectUri?: string
  readonly verifier?: string
}

export interface GrantedToken {
  readonly token: string
  readonly kind: Grant['kind']
  readonly expiresInSeconds: number
  readonly certificateId: string | null
}

/** CSC API 1.0.4 §8.3.3: signature activation data lives shortly. */
const LIFE_SECONDS = { service: 3600, credential: 300 } as const

/**
 * Exchanges a code for the token of its grant (RFC 6749 §4.1.3). A code that comes twice ends what it led to.
 * @throws {PortalError} AUTHORISATION_EXPIRED
 */
export async function exchangeCode(needs: ExchangeCode, presented: PresentedCode): Promise<GrantedToken> {
  const { store } = needs
  const at = needs.now()
  const found = await store.findBySecret(presented.code, at)
  if (found?.phase !== 'coded') {
    await endTwice(needs, presented)
    throw invalidGrant()
  }
  if (found.clientId !== presented.clientId || !isSameAddress(found, presented)) throw invalidGrant()
  requireVerifier(found.challenge, presented.verifier)
  const token = makeSecret()
  const expiresInSeconds = LIFE_SECONDS[found.kind]
  const key = found.sealedKey && (await store.openKey(found, presented.code))
  const isGranted = await store
    .advance(
      { id: found.id, phase: 'coded', secret: presented.code },
      {
        phase: 'granted',
        expiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
        secret: token,
        ...(key && { key }),
      },
    )
    .finally(() => key?.fill(0))
  if (!isGranted) {
    await endTwice(needs, presented)
    throw invalidGrant()
  }
  return { token, kind: found.kind, expiresInSeconds, certificateId: found.certificateId }
}

async function endTwice({ store, log }: ExchangeCode, { code, clientId }: PresentedCode): Promise<void> {
  if (await store.endByCode(code)) log.warn({ clientId }, 'A code came twice, or too late: what it led to is over.')
}

const isSameAddress = ({ redirectUri, redirectNamed }: Grant, presented: PresentedCode) =>
  presented.redirectUri === undefined ? !redirectNamed : presented.redirectUri === redirectUri

/** RFC 7636 §4.6; a verifier for a request that had no challenge is a downgrade (RFC 9700 §4.8.2). */
function requireVerifier(challenge: Grant['challenge'], verifier: string | undefined): void {
  if (challenge === null && verifier === undefined) return
  if (challenge === null || verifier === undefined) throw invalidGrant()
  const sent = challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [one, other] = [Buffer.from(sent), Buffer.from(challenge.value)]
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw invalidGrant()
}

const invalidGrant = () =>
  new PortalError('AUTHORISATION_EXPIRED', 'The code is not valid, or not for this request', {
    facts: { Error: 'invalid_grant' },
  })
