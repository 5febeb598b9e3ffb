/** Mail by SMTP. Without a server named, messages are dropped, and the log says so once per message. */
import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../ports/log.ts'
import type { Mailer } from '../../ports/mail.ts'

const TIMEOUT_MS = 10_000

export interface ClosableMailer extends Mailer {
  close(): void
}

/** Why a mail was not sent, without the mail server's words: they repeat the receiver's address. */
class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string

  constructor(code: string, answer: number | undefined) {
    super(`the mail was not sent: ${code}${answer === undefined ? '' : `, the mail server answers ${answer}`}`)
    this.code = code
  }
}

function rethrow(error: unknown): never {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  throw new MailError(code ?? 'MAIL_FAILED', responseCode)
}

export function openMailer(smtp: Config['smtp'], log: Log): ClosableMailer {
  if (!smtp) return droppingMailer(log)
  const transport = createTransport({
    url: smtp.url.reveal(),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message names neither files nor addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, ...message }) => {
      const messageId = id === undefined ? {} : { messageId: `<${id}@${hostOf(smtp.from)}>` }
      await transport.sendMail({ from: smtp.from, ...message, ...messageId }).catch(rethrow)
      return true
    },
    close: () => transport.close(),
  }
}

/** The part of `Name <a@host>` or `a@host` after the at sign. */
const hostOf = (address: string) => /@([^\s>]+)/.exec(address)?.[1] ?? 'rubrica.invalid'

function droppingMailer(log: Log): ClosableMailer {
  return {
    // A subject may name a file and with it a person.
    send: async ({ id }) => {
      log.warn({ mail: id }, 'A mail was not sent, because SMTP_URL is not set.')
      return false
    },
    close: () => undefined,
  }
}
