import type { MailState } from '@rubrica/domain'

/** What a mail server said of a mail. */
export interface MailAnswer {
  /** The host that said it; empty where nobody knows. */
  readonly server: string
  /** Of RFC 5321, 4.2; null where none was said. */
  readonly code: number | null
  /** The enhanced code of RFC 3463, such as `5.1.1`; null where none was said. */
  readonly status: string | null
  /** They may repeat the address of the reader. */
  readonly words: string
}

export interface AnsweredMail {
  readonly state: MailState
  readonly answer: MailAnswer
  /** The address does not exist, or takes no mail. */
  readonly isBadAddress: boolean
  readonly at: Date
}

/** A mail before its first try. */
export interface NewMail {
  /** The same at every try. */
  readonly name: string
  /** Signer, approver, copy or loss that it is about. */
  readonly partId: string | undefined
  /** Signers and approvers, where it is about several. */
  readonly partIds?: readonly string[] | undefined
  readonly address: string
}

export interface MailLedger {
  /**
   * @param returnCode for a mail that is new
   * @returns its id, and the code that reports about it bear
   */
  begin(mail: NewMail, begun: { readonly returnCode: string; readonly at: Date }): Promise<BegunMail>
  /** What a try of giving it to the mail server brought. The person who sent the document is told of a mail that was refused. */
  settle(mailId: string, tried: AnsweredMail): Promise<void>
  /**
   * What a report says of a mail; the person who sent the document is told of one that was returned.
   * @returns false where no mail has that code
   */
  report(returnCode: string, reported: AnsweredMail): Promise<boolean>
}

export interface BegunMail {
  readonly mailId: string
  readonly returnCode: string
}

/** A report of a mail server (RFC 3464) about one mail. */
export interface DeliveryReport {
  readonly returnCode: string
  readonly state: Extract<MailState, 'taken' | 'delivered' | 'returned'>
  readonly answer: MailAnswer
}
