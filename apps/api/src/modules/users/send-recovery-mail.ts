import type { Mailer } from '../../ports/mail.ts'
import type { Tokens } from '../sessions/ports.ts'
import type { RecoveryMailWriter, RecoveryStore, RecoveryWish } from './ports.ts'

const RECOVERY_SCOPE = 'vidmobileuser\\recoverpass'
/** Nobody's mailbox is filled by somebody who asks again and again. */
const MAILS = 5
const COUNTED_MS = 60 * 60_000

export interface SendRecoveryMail {
  readonly recoveries: RecoveryStore
  readonly tokens: Tokens
  readonly writer: RecoveryMailWriter
  readonly mailer: Mailer
  readonly now: () => Date
}

/**
 * Sends the mail whose token sets a new password, to the person with the name; to nobody when nobody has it. The token
 * is made here, so that it is nowhere but in the mail, and ends the one of an earlier mail.
 * @throws what the mailer throws, so that the job is run again
 */
export async function sendRecoveryMail(ports: SendRecoveryMail, wish: RecoveryWish): Promise<void> {
  const createdAt = ports.now()
  const person = await ports.recoveries.findPerson(wish.loginName)
  if (!person) return
  const { userId, email, tokenGeneration } = person
  const { id, token, expiresInSeconds } = await ports.tokens.issue({
    subject: userId,
    kind: 'person',
    scope: RECOVERY_SCOPE,
    recovery: { may: 'set' },
  })
  const expiresAt = new Date(createdAt.getTime() + expiresInSeconds * 1000)
  const since = new Date(createdAt.getTime() - COUNTED_MS)
  const kept = { tokenId: id, userId, email, tokenGeneration, createdAt, expiresAt }
  if (!(await ports.recoveries.keepToken(kept, { mails: MAILS, since }))) return
  const minutes = Math.floor(expiresInSeconds / 60)
  try {
    await ports.mailer.send(ports.writer.recovery({ person, wish, id, token, minutes }))
  } catch (error) {
    await ports.recoveries.forgetToken(id)
    throw error
  }
}
