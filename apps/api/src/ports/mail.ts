/** Sends one message to one person. Implementations report a failure that may pass by throwing, so that a job retries it. */
export interface Mailer {
  send(message: MailMessage): Promise<MailOutcome>
}

/** Taken by the mail server; refused for good, as nobody has that address; dropped, as there is no mail server. */
export type MailOutcome = 'taken' | 'refused' | 'dropped'

export interface MailMessage {
  readonly to: string
  /** Signer, approver, copy or loss that it is about. */
  readonly partId?: string
  /** Signers and approvers, where it is about several. */
  readonly partIds?: readonly string[]
  /** The same at every try of the same message, so that a mail program recognises a copy. */
  readonly id: string
  readonly subject: string
  readonly text: string
  /** Says the same. */
  readonly html: string
  /** Shown by the HTML as `cid:logo`. */
  readonly logo?: MailLogo
  /** Whom an answer goes to. */
  readonly replyTo?: string
  /** `id` of the mail that this one comes after, so that mail programs show them together. */
  readonly inReplyTo?: string
  /** Where a POST ends mails of this class (RFC 8058); a GET leads to the choices of who reads it. */
  readonly unsubscribe?: string
}

export interface MailLogo {
  readonly mediaType: string
  readonly bytes: Uint8Array
}
