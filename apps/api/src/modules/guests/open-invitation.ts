/**
 * How a person without an account comes to the one document that they were invited to: the link of the mail, and codes
 * that prove that the address, and the phone where the sender asks for it, are theirs.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Mailer } from '../../ports/mail.ts'
import type { SmsSender } from '../../ports/sms.ts'
import { digestSecret } from '../new-invitation.ts'
import { GUEST_SCOPE, type IssuedToken, type Tokens } from '../sessions/ports.ts'
import type { GuestAccountStore, Invitation, InvitationStore, InvitationWriter, ProofWay } from './ports.ts'

const CODE_MS = 10 * 60_000
const LIMITS = { pauseMs: 60_000, most: 10, tries: 5 }

export interface OpenInvitation {
  readonly invitations: InvitationStore
  readonly accounts: Pick<GuestAccountStore, 'join'>
  readonly tokens: Pick<Tokens, 'issue'>
  readonly writer: InvitationWriter
  readonly mailer: Mailer
  readonly sms: SmsSender
  /** What a phone is told. */
  readonly writeSms: (language: string, code: string) => string
  readonly now: () => Date
}

/** @throws {PortalError} INVITATION_UNKNOWN */
export async function findInvitation(
  { invitations, now }: Pick<OpenInvitation, 'invitations' | 'now'>,
  secret: string,
): Promise<Invitation> {
  const found = await invitations.find(digestSecret(secret), now())
  if (!found) throw new PortalError('INVITATION_UNKNOWN', 'There is no such invitation.')
  return found
}

/** @throws {PortalError} INVITATION_UNKNOWN; INVITATION_OVER, with State */
async function requireOpen(needs: Pick<OpenInvitation, 'invitations' | 'now'>, secret: string): Promise<Invitation> {
  const invitation = await findInvitation(needs, secret)
  if (invitation.state === 'open') return invitation
  throw new PortalError('INVITATION_OVER', 'This invitation opens nothing any more.', {
    facts: { State: invitation.state },
  })
}

/**
 * Sends the code that proves what is to be proved next.
 * @throws {PortalError} those of requireOpen; RATE_LIMITED, with RetryAfterSeconds; PROVIDER_NOT_CONFIGURED,
 *   TEMPORARILY_UNAVAILABLE when nobody took the message
 */
export async function sendInvitationCode(needs: OpenInvitation, secret: string): Promise<void> {
  const invitation = await requireOpen(needs, secret)
  const by = invitation.open[0] ?? 'email'
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const at = needs.now()
  const kept = await needs.invitations.keepCode(
    {
      invitationId: invitation.id,
      by,
      digest: digestSecret(secret, code),
      at,
      expiresAt: new Date(at.getTime() + CODE_MS),
    },
    LIMITS,
  )
  if (kept !== 'kept') throw tooOften(kept, at)
  try {
    await deliver(needs, { invitation, by, code })
  } catch (error) {
    await needs.invitations.withdrawCode(invitation.id)
    throw error
  }
}

function tooOften(again: 'over' | Date, at: Date): PortalError {
  if (again === 'over') {
    return new PortalError('INVITATION_OVER', 'Too many codes were sent for this invitation.', {
      facts: { State: 'expired' },
    })
  }
  const seconds = Math.max(1, Math.ceil((again.getTime() - at.getTime()) / 1000))
  return new PortalError('RATE_LIMITED', 'A code was sent just now.', { facts: { RetryAfterSeconds: seconds } })
}

interface Delivery {
  readonly invitation: Invitation
  readonly by: ProofWay
  readonly code: string
}

async function deliver(needs: OpenInvitation, { invitation, by, code }: Delivery): Promise<void> {
  const { person, fileName } = invitation
  if (by === 'phone') {
    return needs.sms.send({ to: person.phone ?? '', text: needs.writeSms(person.language, code) })
  }
  const outcome = await needs.mailer
    .send(needs.writer.code({ id: randomUUID(), person, code, fileName }))
    .catch((cause: unknown) => {
      throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The mail server did not take the code.', { cause })
    })
  if (outcome === 'dropped') throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation cannot send mails')
  if (outcome === 'refused')
    throw new PortalError('EMAIL_REFUSED', 'The mail server says that nobody has this address.')
}

/** What comes after a right code: another proof, or the document. */
export type Proved =
  | { readonly next: ProofWay }
  | { readonly next: 'document'; readonly session: IssuedToken; readonly invitation: Invitation }

/**
 * Takes a code. The last one that is asked for uses the invitation up and opens a session that sees its document alone.
 * Where the address has an account by now, the document is that account's from then on.
 * @throws {PortalError} those of requireOpen; INVITATION_CODE_WRONG, with TriesLeft, 0 when another code is needed
 */
export async function proveByCode(needs: OpenInvitation, secret: string, code: string): Promise<Proved> {
  const invitation = await requireOpen(needs, secret)
  const trial = await needs.invitations.tryCode(
    {
      invitationId: invitation.id,
      by: invitation.open[0] ?? 'email',
      digest: digestSecret(secret, code),
      at: needs.now(),
    },
    LIMITS.tries,
  )
  if (trial === 'none' || trial.outcome === 'wrong') {
    const left = trial === 'none' ? 0 : trial.left
    throw new PortalError('INVITATION_CODE_WRONG', 'This code is wrong or over.', { facts: { TriesLeft: left } })
  }
  if (trial.next) return { next: trial.next }
  const isJoined = await needs.accounts.join(invitation.person.userId, needs.now())
  return open(needs, isJoined ? await findInvitation(needs, secret) : invitation)
}

/** A session that sees the document of the invitation alone. */
async function open({ tokens }: Pick<OpenInvitation, 'tokens'>, invitation: Invitation): Promise<Proved> {
  const { userId, legalId, tokenGeneration } = invitation.person
  const session = await tokens.issue({
    subject: userId,
    kind: 'person',
    scope: GUEST_SCOPE,
    legalId,
    generation: tokenGeneration,
    identifiedBy: { by: 'invitation' },
    only: { documentId: invitation.documentId, signerId: invitation.signerId },
  })
  return { next: 'document', session, invitation }
}

/**
 * Has a fresh invitation sent, to the address of this one and no other.
 * @throws {PortalError} INVITATION_UNKNOWN; INVITATION_OVER when the document waits for this person no more; RATE_LIMITED
 */
export async function askInvitationAgain(
  needs: Pick<OpenInvitation, 'invitations' | 'now'>,
  secret: string,
): Promise<void> {
  const { state, signerId } = await findInvitation(needs, secret)
  if (state === 'over') {
    throw new PortalError('INVITATION_OVER', 'The document waits for this person no more.', { facts: { State: state } })
  }
  if (await needs.invitations.askAgain(signerId, needs.now())) return
  throw new PortalError('RATE_LIMITED', 'An invitation was sent just now, or too many today.', {
    facts: { RetryAfterSeconds: 60 },
  })
}
