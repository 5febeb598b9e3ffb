/** Reports of mail servers about what they could not bring to its reader (RFC 3464), and about what they did. */
import { mailStatusIn } from '@rubrica/domain'
import PostalMime, { type Email } from 'postal-mime'
import type { DeliveryReport, MailAnswer } from '../../modules/mails/ports.ts'

/** Levels of parts in parts, and octets of all headers; a report needs three and some thousand. */
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0 }
/** Characters of a server's words that are kept. */
const MOST_WORDS = 500

/**
 * @param source a mail as it came, of a size that somebody has bounded
 * @param returnCodeIn finds the code in an address that mails return to; undefined in any other
 * @returns undefined for anything but a report about one mail of ours: an answer of a person or of their absence, a mail
 * that is cut off, a report without our address
 */
export async function readReport(
  source: Uint8Array,
  returnCodeIn: (address: string) => string | undefined,
): Promise<DeliveryReport | undefined> {
  const mail = await new PostalMime({ ...LIMITS, attachmentEncoding: 'utf8' }).parse(source).catch(() => undefined)
  const returnCode = mail && receiversOf(mail).flatMap((address) => returnCodeIn(address) ?? [])[0]
  const status = mail?.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')?.content
  if (returnCode === undefined || typeof status !== 'string') return undefined
  const [ofMessage = new Map(), ...recipients] = readGroups(status)
  // A mail of ours has one reader.
  const [ofReader] = recipients
  const state = STATES.get(ofReader?.get('action')?.toLowerCase() ?? '')
  if (!ofReader || !state) return undefined
  return { returnCode, state, answer: toAnswer(ofReader, ofMessage) }
}

/** By `Action` (RFC 3464, 2.3.3). What is delayed is still with a server; what was passed on to where nobody reports is, too. */
const STATES: ReadonlyMap<string, DeliveryReport['state']> = new Map([
  ['failed', 'returned'],
  ['delayed', 'taken'],
  ['relayed', 'taken'],
  ['expanded', 'taken'],
  ['delivered', 'delivered'],
])

/** To whom it came: the address that mails return to is the one of the envelope, which servers write down in these. */
const RECEIVERS = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

const receiversOf = ({ headers }: Email): string[] =>
  headers.filter(({ key }) => RECEIVERS.has(key)).flatMap(({ value }) => value.split(/[\s,<>]+/))

type Fields = ReadonlyMap<string, string>

/** Fields in groups with an empty line between, lower-case by name; the first group is about the message (RFC 3464, 2.1). */
function readGroups(status: string): Fields[] {
  const unfolded = status.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ')
  return unfolded
    .split(/\n{2,}/)
    .map(
      (group) =>
        new Map(
          group.split('\n').flatMap((line) => {
            const [, name, value] = /^([!-9;-~]{1,100}):(.*)$/.exec(line) ?? []
            return name === undefined ? [] : [[name.toLowerCase(), (value ?? '').trim()] as const]
          }),
        ),
    )
    .filter(({ size }) => size > 0)
}

/** A value that begins with the kind of what follows: `smtp; 550 5.1.1 unknown`, `dns; mx.example.org`. */
const untyped = (value = '') => value.replace(/^[\w-]*\s*;\s*/, '')

function toAnswer(ofReader: Fields, ofMessage: Fields): MailAnswer {
  const words = untyped(ofReader.get('diagnostic-code'))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MOST_WORDS)
  const code = /^[245]\d\d(?=[ -]|$)/.exec(words)?.[0]
  return {
    server: untyped(ofReader.get('remote-mta') ?? ofMessage.get('reporting-mta')).slice(0, 255),
    code: code === undefined ? null : Number(code),
    status: mailStatusIn(ofReader.get('status') ?? '') ?? mailStatusIn(words),
    words,
  }
}
