/** Mail by SMTP. Without a server named, messages are dropped, and the log says so once per message. */
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../ports/log.ts'
import type { Mailer, MailMessage } from '../../ports/mail.ts'

const TIMEOUT_MS = 10_000

export interface ClosableMailer extends Mailer {
  close(): void
}

/** Why a mail was not sent, without the mail server's words: they repeat the receiver's address. */
class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string

  constructor(code: string, more: readonly string[]) {
    super(['the mail was not sent: ' + code, ...more].join(', '))
    this.code = code
  }
}

/** What is wrong with a certificate, by what Node and OpenSSL say of it; their words also name hosts and people. */
const CERTIFICATE_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/self[- ]signed certificate/i, 'is self-signed'],
  [/certificate has expired/i, 'has expired'],
  [/certificate is not yet valid/i, 'is not valid yet'],
  [/altnames|hostname\/ip/i, 'is for another host'],
  [/revoked/i, 'is revoked'],
  [/unable to (?:verify|get)|issuer/i, 'is of an authority that this server does not know'],
]

/** @returns nothing when the certificate is not what stood in the way */
function certificateFault(message: string): string[] {
  const fault = CERTIFICATE_FAULTS.find(([words]) => words.test(message))
  return fault ? [`the certificate of the mail server ${fault[1]}`] : []
}

function rethrow(error: unknown): never {
  const { code = 'MAIL_FAILED', responseCode, command, message } = error as SmtpFault
  if (command === 'STARTTLS' && responseCode !== undefined) {
    throw new MailError('ETLS', ['the mail server does not encrypt (STARTTLS)'])
  }
  if (responseCode !== undefined) throw new MailError(code, [`the mail server answers ${responseCode}`])
  throw new MailError(code, CERTIFICATE_CODES.includes(code) ? certificateFault(message ?? '') : [])
}

interface SmtpFault {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
  readonly message?: string
}

/** Codes of faults of the connection, which a certificate may be behind. */
const CERTIFICATE_CODES: readonly string[] = ['ESOCKET', 'ETLS', 'ECONNECTION']

/**
 * Where mail goes. `smtps:` is encrypted from the first byte on, `smtp:` by STARTTLS before anything else is said,
 * unless `?insecure=1` permits a server that cannot.
 */
function readAddress(text: string): { readonly url: string; readonly requireTLS: boolean } {
  const url = new URL(text)
  const isInsecure = url.protocol === 'smtp:' && url.searchParams.get('insecure') === '1'
  url.searchParams.delete('insecure')
  return { url: url.href, requireTLS: url.protocol === 'smtp:' && !isInsecure }
}

/** How the server names itself (RFC 5321 §4.1.3): by the host of its public address. */
function greetingName(publicUrl: string): string {
  const host = new URL(publicUrl).hostname
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`
  return isIP(host) ? `[${host}]` : host
}

/** @param publicUrl address of the portal, whose host the server greets with */
export function openMailer(smtp: Config['smtp'], publicUrl: string, log: Log): ClosableMailer {
  if (!smtp) return droppingMailer(log)
  const transport = createTransport({
    ...readAddress(smtp.url.reveal()),
    name: greetingName(publicUrl),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message names neither files nor addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (message) => {
      const mail = { from: smtp.from, ...describe(message, hostOf(smtp.from)), headers: SENT_BY_ITSELF }
      await transport.sendMail(mail).catch(rethrow)
      return true
    },
    close: () => transport.close(),
  }
}

/** A message in nodemailer's words. @param host that message ids end with */
function describe({ id, to, subject, text, html, logo, replyTo, inReplyTo }: MailMessage, host: string) {
  const idOf = (name: string) => `<${name}@${host}>`
  return {
    ...{ to, subject, text, html },
    ...(id !== undefined && { messageId: idOf(id) }),
    ...(replyTo !== undefined && { replyTo }),
    ...(inReplyTo !== undefined && { inReplyTo: idOf(inReplyTo), references: idOf(inReplyTo) }),
    ...(logo && {
      attachments: [
        {
          ...{ cid: 'logo', filename: `logo.${logo.mediaType === 'image/png' ? 'png' : 'jpg'}` },
          ...{ content: Buffer.from(logo.bytes), contentType: logo.mediaType, contentDisposition: 'inline' as const },
        },
      ],
    }),
  }
}

/** So that no out-of-office note answers (RFC 3834 §5). */
const SENT_BY_ITSELF = { 'Auto-Submitted': 'auto-generated' }

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
