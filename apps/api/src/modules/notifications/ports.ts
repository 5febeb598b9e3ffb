import type { DocumentState } from '@rubrica/domain'
import type { MailMessage } from '../../ports/mail.ts'
import type { FactorChange } from '../factors/ports.ts'
import type { AskedPart } from '../reminders/ports.ts'
import type { SubstitutionChange } from '../substitutions/ports.ts'
import type { SubscriptionTheme } from '../theme/ports.ts'

/** Somebody who may be written to. */
export interface MailReader {
  readonly name: string
  /** Empty where nobody knows one. */
  readonly email: string
  /** As the account says; it may be one that the portal does not speak, or empty. */
  readonly language: string
}

/** How the mails of a subscription look. */
export interface MailLook extends SubscriptionTheme {
  readonly name: string
}

/** Until when a document waits. */
export interface Deadline {
  readonly at: Date
  /** In which the reader is told it: their own, as far as it is known. */
  readonly timeZone: string
}

/** A document that waits for a person who has not been notified of it. */
interface Waiting {
  readonly fileName: string
  /** Empty when the sender gave no name. */
  readonly senderName: string
  /** What the sender wrote to everybody, in several lines perhaps; empty when they wrote nothing. */
  readonly message: string
  readonly person: MailReader
  /** Undefined where it waits for as long as it takes, or does not wait. */
  readonly deadline?: Deadline | undefined
  /** Undefined: as the portal itself. */
  readonly look?: MailLook | undefined
  /** Address of the person who sent it; undefined where a program did, or nobody knows one. */
  readonly replyTo?: string | undefined
}

export interface WaitingDocument extends Waiting {
  /** What the sender wrote to this person alone; empty when they wrote nothing. */
  readonly privateMessage: string
  /** Has no account: comes by an invitation. */
  readonly isGuest: boolean
  readonly signerId: string
  readonly documentId: string
}

export interface WaitingApproval extends Waiting {
  readonly approverId: string
  /** Who signs once it is approved. */
  readonly signerName: string
}

/** Somebody who was asked for something of a document and is not any more, or had a copy of it. */
export interface LostDocument extends Omit<Waiting, 'message'> {
  readonly lossId: string
  /** Nothing was asked of them. */
  readonly isCopy: boolean
  /** Of the sender; empty when there is none. */
  readonly reason: string
}

/** A document that waits for a person who had named somebody else: the sender has declined that. */
export interface DeclinedPassing extends Omit<Waiting, 'message'> {
  readonly signerId: string
  readonly documentId: string
  readonly at: Date
  /** Of the sender; empty when there is none. */
  readonly reason: string
}

/** What a guest has made of their address. */
export interface NewAccountOfGuest extends MailReader {
  readonly userId: string
  readonly loginName: string
}

/** Something that changed about the second factor of a person. */
export interface FactorNews {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  readonly change: FactorChange
}

/** Something that changed between a principal and a deputy. */
export interface SubstitutionNews {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  /** The other one of the two. */
  readonly other: string
  readonly change: SubstitutionChange
  /** The first day and the last, `YYYY-MM-DD`. */
  readonly from: string
  readonly until: string
}

/** A signing run that has ended by itself, or waits for its person, a while after they authorised it. */
export interface RunNews {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  readonly what: 'ended' | 'waits'
  /** Documents. */
  readonly signed: number
  readonly unsigned: number
  readonly waiting: number
}

/** Somebody who has not answered the last reminder, for whom the sender or the subscription named. */
export interface Unanswered {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  readonly part: 'sign' | 'approve'
  readonly fileName: string
  readonly actorName: string
  /** When they were first told that it waits for them. */
  readonly since: Date
  readonly timeZone: string | undefined
  /** Whom an answer goes to: who sent it, where a person did. */
  readonly replyTo: string | undefined
}

/** A certificate that its person signs with, and that expires soon. */
export interface ExpiringCertificate {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  readonly alias: string
  readonly notAfter: Date
  /** Of the person; undefined where they have not said it. */
  readonly timeZone: string | undefined
}

/** Of a document that is over. */
export type EndedState = Exclude<DocumentState, 'open'>

/** A document that is over, for somebody who has a copy of it. */
export interface FinishedCopy extends Waiting {
  readonly copyId: string
  readonly state: EndedState
}

export interface NotificationStore {
  /** Undefined when the person was notified, is no user any more, or when the document waits for nobody or not yet. */
  findUnnotified(signerId: string): Promise<WaitingDocument | undefined>
  markNotified(signerId: string, at: Date): Promise<void>
  /** The same for an approver. */
  findUnnotifiedApprover(approverId: string): Promise<WaitingApproval | undefined>
  markApproverNotified(approverId: string, at: Date): Promise<void>
  /** Undefined when it is not their turn any more, or when they are no user any more. */
  findReminded(signerId: string): Promise<WaitingDocument | undefined>
  /** The same for an approver. */
  findRemindedApprover(approverId: string): Promise<WaitingApproval | undefined>
  /** Who was invited as a guest and has signed a document that was completed after `since`; undefined for anybody else. */
  findSignedGuest(signerId: string, since: Date): Promise<WaitingDocument | undefined>
  findAccount(userId: string): Promise<NewAccountOfGuest | undefined>
  /** The other one of a substitution, and its days; undefined for who is none of the two. */
  findSubstitution(
    substitutionId: string,
    userId: string,
  ): Promise<Pick<SubstitutionNews, 'other' | 'from' | 'until'> | undefined>
  /** Undefined when it is not their turn any more, when they have named somebody again, or are no user any more. */
  findDeclined(signerId: string): Promise<DeclinedPassing | undefined>
  /** Undefined where its person is told on their devices, has no address, or is no user any more. */
  findRun(runId: string): Promise<Omit<RunNews, 'id' | 'what'> | undefined>
  /** Undefined where they have answered meanwhile, or who is to be told has no address or is no user any more. */
  findUnanswered(partId: string, readerId: string): Promise<Omit<Unanswered, 'id'> | undefined>
  /** Undefined where it was removed, or its person has no address or is no user any more. */
  findExpiring(
    certificateId: string,
  ): Promise<(Omit<ExpiringCertificate, 'id'> & { readonly userId: string }) | undefined>
  /** Undefined when they were told, or are no user any more. */
  findLoser(lossId: string): Promise<LostDocument | undefined>
  markLoserTold(lossId: string, at: Date): Promise<void>
  /** Undefined while the document is not over, when they were told, have no copy any more or are no user any more. */
  findUntoldCopy(copyId: string): Promise<FinishedCopy | undefined>
  markCopyTold(copyId: string, at: Date): Promise<void>
}

/**
 * What happens to a document and is told to the person who sent it. `completed` is the last signature, `undelivered` a mail
 * to somebody that does not arrive, `unanswered` the last reminder of somebody; `passed-on`, that somebody has named
 * another person in their place, `passing-asked`, that they would like to.
 */
export type SenderEvent =
  'signed' | 'completed' | 'rejected' | 'expired' | 'undelivered' | 'unanswered' | 'passed-on' | 'passing-asked'

export interface SenderNews {
  readonly documentId: string
  readonly fileName: string
  readonly event: SenderEvent
  /** Who did it, did not answer or could not be reached; empty for what nobody did. */
  readonly actorName: string
  /** Of a rejection, or what the mail server said; else empty. */
  readonly reason: string
}

/** The end of a document, for somebody who was asked to sign or approve it. */
export interface PartyNews {
  readonly documentId: string
  readonly fileName: string
  readonly event: EndedState
  /** Empty for what nobody did, or no person. */
  readonly actorName: string
  /** What the reader had done by then. */
  readonly part: 'signed' | 'approved' | 'asked'
}

/** What is told to one person in one mail. */
interface GatheredMail<News> {
  /** The same at every try. */
  readonly id: string
  readonly person: MailReader
  /** At least one, the oldest first. */
  readonly news: readonly News[]
}

/** To a person who sent documents. */
export type SenderMail = GatheredMail<SenderNews>

/** To a person who was asked for something of documents. */
export interface PartyMail extends GatheredMail<PartyNews> {
  /** Has no account, and so no list to look at. */
  readonly isGuest: boolean
}

/** What still waits for somebody: a signature of theirs, or an approval. */
export interface AskedNews {
  readonly documentId: string
  readonly fileName: string
  readonly event: 'sign' | 'approve'
  /** Id of the signer or the approver. */
  readonly partId: string
  /** Empty when the sender gave no name. */
  readonly senderName: string
  readonly deadline?: Deadline | undefined
}

/** To a person for whom things wait, when they begin to, or to remind them by itself. */
export type AskedMail = GatheredMail<AskedNews>

/** A mail that nobody else sends as long as it is held. */
export interface ClaimedMail {
  readonly readerId: string
  readonly mailId: string
}

/** Mails of what begins to wait for people. */
export interface WaitingMails {
  /**
   * Keeps that something waits for its person, where they are told of it later with what else does by then.
   * @returns `now` where they are told of it by itself, `unwanted` where they want no mail of it
   */
  keep(part: AskedPart, at: Date): Promise<'kept' | 'now' | 'unwanted'>
  markNotified(parts: readonly AskedPart[], at: Date): Promise<void>
}

export interface NewsStore<Mail> {
  /** Takes a mail that is due: one that was not sent at an earlier try, else one of all that is not in any yet. */
  claim(readerId: string): Promise<ClaimedMail | undefined>
  /** Undefined when the person may not be told any more. */
  read(mail: ClaimedMail): Promise<Mail | undefined>
  /** Lets go of a mail that was not sent, so that the next try can take it. */
  release(mail: ClaimedMail): Promise<void>
  markTold(mail: ClaimedMail, at: Date): Promise<void>
}

/** Finds the words of a mail, in the language of its reader. */
export interface MailWriter {
  toSign(document: WaitingDocument): MailMessage
  /** @param secret of the invitation */
  toGuest(document: WaitingDocument, secret: string): MailMessage
  /** Everybody has signed. @param secret of the invitation */
  toSignedGuest(document: WaitingDocument, secret: string): MailMessage
  /** The same to who has made an account since. */
  toSignedAccount(document: WaitingDocument): MailMessage
  toAccount(account: NewAccountOfGuest): MailMessage
  toFactorOwner(news: FactorNews): MailMessage
  toSubstitute(news: SubstitutionNews): MailMessage
  toRunOwner(news: RunNews): MailMessage
  toCertificateOwner(expiring: ExpiringCertificate): MailMessage
  toEscalated(unanswered: Unanswered): MailMessage
  toApprove(approval: WaitingApproval): MailMessage
  toSender(mail: SenderMail): MailMessage
  toParty(mail: PartyMail): MailMessage
  toReminded(mail: AskedMail): MailMessage
  toWaiting(mail: AskedMail): MailMessage
  /** @param id of this reminder */
  remindToSign(document: WaitingDocument, id: string): MailMessage
  remindToApprove(approval: WaitingApproval, id: string): MailMessage
  toLoser(lost: LostDocument): MailMessage
  toDeclined(declined: DeclinedPassing): MailMessage
  toCopy(copy: FinishedCopy): MailMessage
}
