/** Sends one message to one person. Implementations report failure by throwing, so that a job retries it. */
export interface Mailer {
  /** @returns false when there is no mail server to give it to. */
  send(message: MailMessage): Promise<boolean>
}

export interface MailMessage {
  readonly to: string
  /** The same at every try of the same message, so that a mail program recognises a copy. */
  readonly id?: string
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
}

export interface MailLogo {
  readonly mediaType: string
  readonly bytes: Uint8Array
}
