import { PortalError } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'
import { toBeSigned } from '../make/describe-signature.ts'
import type { SignatureSessionStore, SignatureSession } from './ports.ts'

export interface RequireSignatureSession {
  readonly signatureSessions: SignatureSessionStore
  readonly now: () => Date
}

export interface SignatureSessionWanted {
  readonly userId: string
  readonly certificateId: string
  readonly signatureSessionId: string
}

/**
 * @throws {PortalError} SIGNING_SESSION_EXPIRED, also for a signature session of somebody else or for another
 * certificate
 */
export async function requireSignatureSession(
  { signatureSessions, now }: RequireSignatureSession,
  { userId, certificateId, signatureSessionId }: SignatureSessionWanted,
): Promise<SignatureSession> {
  const signatureSession = await signatureSessions.find(userId, signatureSessionId)
  const isOpen = signatureSession?.state === 'open' && signatureSession.expiresAt > now()
  if (!isOpen || signatureSession.certificateId !== certificateId) {
    throw new PortalError('SIGNING_SESSION_EXPIRED', 'The session that the code opened is over; ask for another code')
  }
  return signatureSession
}

/** @throws {PortalError} DIGEST_NOT_AUTHORISED when the signature session was opened for other bytes than these */
export function requireAuthorised(signatureSession: SignatureSession | undefined, prepared: PreparedSignature): void {
  if (!signatureSession) return
  const { digest } = toBeSigned(prepared)
  if (signatureSession.digests.some((authorised) => Buffer.compare(authorised, digest) === 0)) return
  throw notAuthorised()
}

export const notAuthorised = () =>
  new PortalError(
    'DIGEST_NOT_AUTHORISED',
    'The code was not given for this document as it is now; ask for another code',
  )
