import type { Mailer } from '../../ports/mail.ts'
import type { MailWriter, NotificationStore } from './ports.ts'

export interface NotifyPerson {
  readonly store: NotificationStore
  readonly writer: MailWriter
  readonly mailer: Mailer
  readonly now: () => Date
}

/**
 * Notifies a person by mail that a document waits for their signature, once: the notification is recorded as soon as
 * the mail server has taken the mail. A crash between the two is the only way to a second mail, and that one carries
 * the same id, so that mail programs can see it.
 * @throws what the mailer throws, so that the job is run again.
 */
export async function notifySigner({ store, writer, mailer, now }: NotifyPerson, signerId: string): Promise<void> {
  const waiting = await store.findUnnotified(signerId)
  if (!waiting) return
  const isSent = await mailer.send(writer.toSign(waiting))
  if (isSent) await store.markNotified(signerId, now())
}

/** The same for a document that waits for a person's approval. */
export async function notifyApprover({ store, writer, mailer, now }: NotifyPerson, approverId: string): Promise<void> {
  const waiting = await store.findUnnotifiedApprover(approverId)
  if (!waiting) return
  const isSent = await mailer.send(writer.toApprove(waiting))
  if (isSent) await store.markApproverNotified(approverId, now())
}
