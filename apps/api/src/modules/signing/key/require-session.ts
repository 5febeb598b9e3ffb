import { PortalError } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'
import { toBeSigned } from '../make/describe-signature.ts'
import type { SessionStore, SigningSession } from '../ports.ts'

export interface RequireSession {
  readonly sessions: SessionStore
  readonly now: () => Date
}

export interface SessionWanted {
  readonly userId: string
  readonly certificateId: string
  readonly sessionId: string
}

/** @throws {PortalError} SIGNING_SESSION_EXPIRED, also for a session of somebody else or for another certificate */
export async function requireSession(
  { sessions, now }: RequireSession,
  { userId, certificateId, sessionId }: SessionWanted,
): Promise<SigningSession> {
  const session = await sessions.find(userId, sessionId)
  const isOpen = session?.state === 'open' && session.expiresAt > now()
  if (!isOpen || session.certificateId !== certificateId) {
    throw new PortalError('SIGNING_SESSION_EXPIRED', 'The session that the code opened is over; ask for another code')
  }
  return session
}

/** @throws {PortalError} DIGEST_NOT_AUTHORISED when the session was opened for other bytes than these */
export function requireAuthorised(session: SigningSession | undefined, prepared: PreparedSignature): void {
  if (!session) return
  const { digest } = toBeSigned(prepared)
  if (session.digests.some((authorised) => Buffer.compare(authorised, digest) === 0)) return
  throw notAuthorised()
}

export const notAuthorised = () =>
  new PortalError(
    'DIGEST_NOT_AUTHORISED',
    'The code was not given for this document as it is now; ask for another code',
  )
