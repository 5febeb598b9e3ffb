import { mailStatusIn } from '@rubrica/domain'
import type { MailAnswer } from '../../modules/mails/ports.ts'

/** Characters of a server's words that are kept. */
const MOST_WORDS = 500

/** What a mail server said, in one line and with the codes that it begins with (RFC 5321, 4.2; RFC 2034). */
export function readAnswer(server: string, said: string): MailAnswer {
  const words = said.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, MOST_WORDS)
  const code = /^[2-5]\d\d(?=[ -]|$)/.exec(words)?.[0]
  return { server, code: code === undefined ? null : Number(code), status: mailStatusIn(words), words }
}
