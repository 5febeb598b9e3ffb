/** Sends one message to one person. Implementations report failure by throwing, so that a job retries it. */
export interface Mailer {
  send(message: MailMessage): Promise<void>
}

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}
