import type { Mailer, MailMessage } from '../../ports/mail.ts'
import { keptSince, newInvitation } from '../new-invitation.ts'
import type { InvitationStore } from '../guests/ports.ts'
import type { MailChoiceStore, UngatheredClass } from '../mail-choices.ts'
import type { Notices } from '../push/ports.ts'
import type { AskedPart } from '../reminders/ports.ts'
import type {
  AskedMail,
  FactorNews,
  MailWriter,
  NotificationStore,
  RunNews,
  SubstitutionNews,
  WaitingDocument,
  WaitingMails,
} from './ports.ts'

export interface NotifyPerson {
  readonly invitations: Pick<InvitationStore, 'add'>
  readonly store: NotificationStore
  readonly writer: MailWriter
  readonly mailer: Mailer
  readonly notices: Notices
  readonly waiting: WaitingMails
  readonly choices: Pick<MailChoiceStore, 'find'>
  readonly now: () => Date
}

/**
 * Notifies a person by mail, and on their devices, that a document waits for their signature, once: the notification is recorded as soon as
 * the mail server has taken the mail. A crash between the two is the only way to a second mail, and that one carries
 * the same id, so that mail programs can see it.
 * @throws what the mailer throws, so that the job is run again.
 */
export async function notifySigner(needs: NotifyPerson, signerId: string): Promise<void> {
  const { store, writer, mailer, notices, now } = needs
  // First: the mail server may be away for long, and who has no address may have a device.
  await notices.add({ kind: 'to-sign', cause: signerId, reader: { signerId } }, now())
  const waiting = await store.findUnnotified(signerId)
  if (!waiting) return
  if (!waiting.isGuest && !(await isToldNow(needs, { table: 'signers', id: signerId }))) return
  const outcome = await mailer.send(waiting.isGuest ? await invite(needs, waiting) : writer.toSign(waiting))
  if (outcome === 'taken') await store.markNotified(signerId, now())
}

/** Whether a person is told of this by itself; else it is kept for a mail of theirs, or they want none. */
async function isToldNow({ waiting, now }: NotifyPerson, part: AskedPart): Promise<boolean> {
  const told = await waiting.keep(part, now())
  // As if they had been: what reminds them counts from here.
  if (told === 'unwanted') await waiting.markNotified([part], now())
  return told === 'now'
}

/** One document is told of with all that its sender says, several in a list. */
export async function writeWaiting(
  { store, writer }: Pick<NotifyPerson, 'store' | 'writer'>,
  mail: AskedMail,
): Promise<MailMessage> {
  const [only, ...others] = mail.news
  if (!only || others.length > 0) return writer.toWaiting(mail)
  if (only.event === 'sign') {
    const document = await store.findUnnotified(only.partId)
    return document ? writer.toSign(document) : writer.toWaiting(mail)
  }
  const approval = await store.findUnnotifiedApprover(only.partId)
  return approval ? writer.toApprove(approval) : writer.toWaiting(mail)
}

/** An invitation of its own for each mail, whose secret is nowhere else; it ends the earlier one. */
async function invite({ invitations, writer, now }: NotifyPerson, waiting: WaitingDocument): Promise<MailMessage> {
  const { secret, invitation } = newInvitation(waiting.signerId, now())
  await invitations.add(invitation)
  return writer.toGuest(waiting, secret)
}

/** Tells the address of an account that it was made. @throws what the mailer throws, so that the job is run again */
export async function notifyAccount({ store, writer, mailer }: NotifyPerson, userId: string): Promise<void> {
  const account = await store.findAccount(userId)
  if (account) await mailer.send(writer.toAccount(account))
}

/** Tells a person of a change of their second factor, which may not be theirs. @throws what the mailer throws */
export async function notifyOfFactor(
  { store, writer, mailer }: NotifyPerson,
  userId: string,
  news: Omit<FactorNews, 'person'>,
): Promise<void> {
  const person = await store.findAccount(userId)
  if (person && person.email !== '') await mailer.send(writer.toFactorOwner({ ...news, person }))
}

/** Tells one of the two what the other has done about a substitution. @throws what the mailer throws */
export async function notifyOfSubstitution(
  { store, writer, mailer, choices }: NotifyPerson,
  userId: string,
  { substitutionId, ...news }: Pick<SubstitutionNews, 'id' | 'change'> & { readonly substitutionId: string },
): Promise<void> {
  if (STANDING.includes(news.change) && (await hasEnded(choices, userId, 'substitutions'))) return
  const [person, found] = await Promise.all([store.findAccount(userId), store.findSubstitution(substitutionId, userId)])
  if (!person || person.email === '' || !found) return
  await mailer.send(writer.toSubstitute({ ...found, ...news, person }))
}

/** What is no news, and only keeps in mind what two people have agreed to. */
const STANDING: readonly SubstitutionNews['change'][] = ['waiting', 'acting', 'represented']

async function hasEnded(choices: NotifyPerson['choices'], userId: string, kind: UngatheredClass): Promise<boolean> {
  return (await choices.find(userId))?.frequencies[kind] === 'never'
}

/** Tells a person that a certificate of theirs expires soon. @throws what the mailer throws */
export async function notifyOfCertificate(
  { store, writer, mailer, choices }: NotifyPerson,
  certificateId: string,
  { id }: { readonly id: string },
): Promise<void> {
  const found = await store.findExpiring(certificateId)
  if (!found || (await hasEnded(choices, found.userId, 'certificates'))) return
  await mailer.send(writer.toCertificateOwner({ ...found, id }))
}

/** Tells somebody that another person has not answered their last reminder. @throws what the mailer throws */
export async function notifyOfUnanswered(
  { store, writer, mailer }: NotifyPerson,
  { partId, readerId, id }: { readonly partId: string; readonly readerId: string; readonly id: string },
): Promise<void> {
  const found = await store.findUnanswered(partId, readerId)
  if (found) await mailer.send(writer.toEscalated({ ...found, id }))
}

/** Tells a person how a signing run of theirs stands. @throws what the mailer throws */
export async function notifyOfRun(
  { store, writer, mailer }: NotifyPerson,
  runId: string,
  news: Pick<RunNews, 'id' | 'what'>,
): Promise<void> {
  const found = await store.findRun(runId)
  if (found) await mailer.send(writer.toRunOwner({ ...found, ...news }))
}

/**
 * Leads whoever signed as a guest to the document that everybody has signed, as they were told then: by an invitation, as
 * they have no list in which it stands, or to the list of the account that they have made since.
 * @throws what the mailer throws, so that the job is run again.
 */
export async function notifyGuestOfEnd(needs: NotifyPerson, signerId: string): Promise<void> {
  const { store, invitations, writer, mailer, now } = needs
  const at = now()
  const done = await store.findSignedGuest(signerId, keptSince(at))
  if (!done) return
  if (!done.isGuest) {
    await mailer.send(writer.toSignedAccount(done))
    return
  }
  const { secret, invitation } = newInvitation(done.signerId, at)
  await invitations.add(invitation)
  await mailer.send(writer.toSignedGuest(done, secret))
}

/** The same for a document that waits for a person's approval. */
export async function notifyApprover(needs: NotifyPerson, approverId: string): Promise<void> {
  const { store, writer, mailer, notices, now } = needs
  await notices.add({ kind: 'to-approve', cause: approverId, reader: { approverId } }, now())
  const waiting = await store.findUnnotifiedApprover(approverId)
  if (!waiting || !(await isToldNow(needs, { table: 'approvers', id: approverId }))) return
  const outcome = await mailer.send(writer.toApprove(waiting))
  if (outcome === 'taken') await store.markApproverNotified(approverId, now())
}

/**
 * Reminds a person once more of a document, unless they have acted meanwhile.
 * @param id of the reminder: the same at every try
 * @throws what the mailer throws, so that the job is run again.
 */
export async function remindSigner(needs: NotifyPerson, signerId: string, id: string): Promise<void> {
  const { store, writer, mailer, notices, now } = needs
  await notices.add({ kind: 'reminder', cause: id, reader: { signerId } }, now())
  const waiting = await store.findReminded(signerId)
  if (!waiting) return
  await mailer.send(waiting.isGuest ? await invite(needs, waiting) : writer.remindToSign(waiting, id))
}

/** The same of an approval. */
export async function remindApprover(needs: NotifyPerson, approverId: string, id: string): Promise<void> {
  const { store, writer, mailer, notices, now } = needs
  await notices.add({ kind: 'reminder', cause: id, reader: { approverId } }, now())
  const waiting = await store.findRemindedApprover(approverId)
  if (waiting) await mailer.send(writer.remindToApprove(waiting, id))
}

/** Tells a person, once, that a document does not wait for them any more, or that their copy of it is gone. @throws what the mailer throws */
export async function notifyLoser({ store, writer, mailer, now }: NotifyPerson, lossId: string): Promise<void> {
  const lost = await store.findLoser(lossId)
  if (!lost) return
  await mailer.send(writer.toLoser(lost))
  await store.markLoserTold(lossId, now())
}

/** Tells a person that the sender wants them to sign, and nobody in their place. @throws what the mailer throws */
export async function notifyDeclined({ store, writer, mailer }: NotifyPerson, signerId: string): Promise<void> {
  const declined = await store.findDeclined(signerId)
  if (declined) await mailer.send(writer.toDeclined(declined))
}

/** Tells a person who has a copy, once, that the document is over. @throws what the mailer throws */
export async function notifyCopy({ store, writer, mailer, now }: NotifyPerson, copyId: string): Promise<void> {
  const copy = await store.findUntoldCopy(copyId)
  if (!copy) return
  const outcome = await mailer.send(writer.toCopy(copy))
  if (outcome === 'taken') await store.markCopyTold(copyId, now())
}
