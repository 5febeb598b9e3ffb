/** Mail by SMTP. */
import { isIP } from 'node:net'
import { isBadAddress } from '@rubrica/domain'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../../config/read-mail.ts'
import type { MailAnswer } from '../../modules/mails/ports.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { readAnswer } from './read-answer.ts'

const TIMEOUT_MS = 10_000

export interface MailTransport {
  /**
   * Gives a message to the mail server.
   * @param returnAddress where reports about it go; undefined for its sender's
   * @throws {MailError} for what may pass: the server is away, says "later", or refuses us and not the reader
   */
  hand(message: MailMessage, returnAddress?: string): Promise<HandedMail>
  close(): void
}

export interface HandedMail {
  /** Refused: the reader's address takes no mail. */
  readonly state: 'taken' | 'refused'
  readonly answer: MailAnswer
}

/** Why a mail was not sent. The mail server's words are no part of what a log shows: they repeat the reader's address. */
class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string
  readonly #answer: MailAnswer

  constructor(code: string, answer: MailAnswer, more: readonly string[]) {
    super(['the mail was not sent: ' + code, ...more].join(', '))
    this.code = code
    this.#answer = answer
  }

  static answerOf = (error: MailError): MailAnswer => error.#answer
}

/** What the mail server said when a mail was not sent; nothing where it said nothing. */
export const answerOf = (error: unknown): MailAnswer =>
  error instanceof MailError ? MailError.answerOf(error) : readAnswer('', '')

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

function explain({ code = 'MAIL_FAILED', responseCode, command, message }: SmtpFault, answer: MailAnswer): MailError {
  if (command === 'STARTTLS' && responseCode !== undefined) {
    return new MailError('ETLS', answer, ['the mail server does not encrypt (STARTTLS)'])
  }
  if (responseCode !== undefined) return new MailError(code, answer, [`the mail server answers ${responseCode}`])
  return new MailError(code, answer, CERTIFICATE_CODES.includes(code) ? certificateFault(message ?? '') : [])
}

interface SmtpFault {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
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
export function openTransport(smtp: Pick<MailConfig, 'url' | 'from'>, publicUrl: string): MailTransport {
  const address = readAddress(smtp.url.reveal())
  const server = new URL(address.url).hostname
  const transport = createTransport({
    ...address,
    name: greetingName(publicUrl),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message names neither files nor addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    hand: async (message, returnAddress) => {
      const mail = { from: smtp.from, ...describe(message, hostOf(smtp.from)), headers: headersOf(message) }
      try {
        const { response } = await transport.sendMail({ ...mail, ...returnTo(message, returnAddress) })
        return { state: 'taken', answer: readAnswer(server, response) }
      } catch (error) {
        const fault = error as SmtpFault
        const answer = readAnswer(server, fault.response ?? '')
        if (fault.command === 'RCPT TO' && isBadAddress(answer.code, answer.status)) return { state: 'refused', answer }
        throw explain(fault, answer)
      }
    },
    close: () => transport.close(),
  }
}

/** A message in nodemailer's words. @param host that message ids end with */
function describe({ id, to, subject, text, html, logo, replyTo, inReplyTo }: MailMessage, host: string) {
  const idOf = (name: string) => `<${name}@${host}>`
  return {
    ...{ to, subject, text, html },
    messageId: idOf(id),
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

/** Asks every server on the way to report there what it cannot bring further (RFC 3461). */
const returnTo = ({ to, id }: MailMessage, returnAddress: string | undefined) =>
  returnAddress !== undefined && {
    envelope: { from: returnAddress, to },
    dsn: { id, return: 'headers' as const, notify: ['failure' as const, 'delay' as const], recipient: to },
  }

/** The first, so that no out-of-office note answers (RFC 3834 §5). */
const headersOf = ({ unsubscribe }: MailMessage) => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe !== undefined && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** The part of `Name <a@host>` or `a@host` after the at sign. */
const hostOf = (address: string) => /@([^\s>]+)/.exec(address)?.[1] ?? 'rubrica.invalid'
