import { PortalError } from '@rubrica/domain'
import { toBeSigned } from '../make/describe-signature.ts'
import type { WhatIsSigned } from '../ports.ts'
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
export function requireAuthorised(signatureSession: SignatureSession | undefined, prepared: WhatIsSigned): void {
  if (!isAuthorised(signatureSession, prepared)) throw notAuthorised()
}

/** Whether these bytes are among those that the signature session was opened for; without one, all are. */
export function isAuthorised(signatureSession: SignatureSession | undefined, prepared: WhatIsSigned): boolean {
  if (!signatureSession) return true
  const { digest } = toBeSigned(prepared)
  return signatureSession.digests.some((authorised) => Buffer.compare(authorised, digest) === 0)
}

export const notAuthorised = () =>
  new PortalError(
    'DIGEST_NOT_AUTHORISED',
    'The code was not given for this document as it is now; ask for another code',
  )
