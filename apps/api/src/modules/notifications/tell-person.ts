import type { Mailer } from '../../ports/mail.ts'
import type { MailWriter, NotificationStore } from './ports.ts'

export interface TellPerson {
  readonly store: NotificationStore
  readonly writer: MailWriter
  readonly mailer: Mailer
  readonly now: () => Date
}

/**
 * Tells a person by mail that a document waits for their signature, once: what was told is written down as soon as
 * the mail server has taken the mail. A crash between the two is the only way to a second mail, and that one carries
 * the same id, so that mail programs can see it.
 * @throws what the mailer throws, so that the job is run again.
 */
export async function tellSigner({ store, writer, mailer, now }: TellPerson, signerId: string): Promise<void> {
  const waiting = await store.findUntold(signerId)
  if (!waiting) return
  const isSent = await mailer.send(writer.toSign(waiting))
  if (isSent) await store.markTold(signerId, now())
}

/** The same for a document that waits for a person's approval. */
export async function tellApprover({ store, writer, mailer, now }: TellPerson, approverId: string): Promise<void> {
  const waiting = await store.findUntoldApprover(approverId)
  if (!waiting) return
  const isSent = await mailer.send(writer.toApprove(waiting))
  if (isSent) await store.markApproverTold(approverId, now())
}
