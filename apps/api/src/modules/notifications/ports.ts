import type { MailMessage } from '../../ports/mail.ts'

/** A document that waits for a person who has not been notified of it. */
interface Waiting {
  readonly fileName: string
  /** Empty when the sender gave no name. */
  readonly senderName: string
  readonly person: {
    readonly name: string
    readonly email: string
    /** As the person's account says; it may be one that the portal does not speak, or empty. */
    readonly language: string
  }
}

export interface WaitingDocument extends Waiting {
  readonly signerId: string
  readonly documentId: string
}

export interface WaitingApproval extends Waiting {
  readonly approverId: string
  /** Who signs once it is approved. */
  readonly signerName: string
}

export interface NotificationStore {
  /** Undefined when the person was notified, is no user any more, or when the document waits for nobody or not yet. */
  findUnnotified(signerId: string): Promise<WaitingDocument | undefined>
  markNotified(signerId: string, at: Date): Promise<void>
  /** The same for an approver. */
  findUnnotifiedApprover(approverId: string): Promise<WaitingApproval | undefined>
  markApproverNotified(approverId: string, at: Date): Promise<void>
}

/** Finds the words of a mail, in the language of its reader. */
export interface MailWriter {
  toSign(document: WaitingDocument): MailMessage
  toApprove(approval: WaitingApproval): MailMessage
}
