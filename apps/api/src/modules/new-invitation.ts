import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { NewInvitation } from './guests/ports.ts'

const SECRET_BYTES = 32
const INVITATION_MS = 14 * 24 * 60 * 60_000

/** So long after its end a guest can fetch the document that everybody has signed. */
const COPY_MS = 30 * 24 * 60 * 60_000

/** Documents that were completed later than this are there for guests still. */
export const keptSince = (at: Date): Date => new Date(at.getTime() - COPY_MS)

/** What is kept of a secret, or of one with a code. */
export const digestSecret = (...parts: readonly string[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest()
}

/**
 * A fresh secret for a signer. Only the mail has it, or who has opened a program's link; what is kept is its hash.
 */
export function newInvitation(
  signerId: string,
  at: Date,
  isOfLink = false,
): { secret: string; invitation: NewInvitation } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const expiresAt = new Date(at.getTime() + INVITATION_MS)
  const secretDigest = digestSecret(secret)
  const invitation = { id: randomUUID(), signerId, secretDigest, isOfLink, createdAt: at, expiresAt }
  return { secret, invitation }
}
