/** Reports of mail servers about what they could not bring to its reader (RFC 3464), and about what they did. */
import { mailStatusIn } from '@rubrica/domain'
import type { DeliveryReport, MailAnswer } from '../../modules/mails/ports.ts'
import { partsOf, readFields, readMail, textOf, typeOf, type MailPart } from './mail-parts.ts'
import { readAnswer } from './read-answer.ts'

/**
 * @param source a mail as it came, of a size that somebody has bounded
 * @param returnCodeIn finds the code in an address that mails return to; undefined in any other
 * @returns undefined for anything but a report about one mail of ours: an answer of a person or of their absence, a mail
 * that is cut off, a report without our address
 */
export function readReport(
  source: Uint8Array,
  returnCodeIn: (address: string) => string | undefined,
): DeliveryReport | undefined {
  const mail = readMail(source)
  const returnCode = receiversOf(mail).flatMap((address) => returnCodeIn(address) ?? [])[0]
  const status = partsOf(mail).find((part) => typeOf(part) === 'message/delivery-status')
  if (returnCode === undefined || !status) return undefined
  // The first group is about the message (RFC 3464, 2.1); a mail of ours has one reader.
  const [ofMessage, ofReader] = groupsOf(textOf(status)).map(readFields)
  const state = STATES.get(valueOf(ofReader, 'action').toLowerCase())
  if (!ofMessage || !ofReader || !state) return undefined
  return { returnCode, state, answer: toAnswer(ofReader, ofMessage) }
}

type Fields = MailPart['fields']

const valueOf = (fields: Fields | undefined, name: string): string => fields?.get(name)?.[0] ?? ''

/** As many as are looked at. */
const groupsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n\n', 20)
    .filter((group) => group.trim() !== '')

/** By `Action` (RFC 3464, 2.3.3). What is delayed is still with a server; what was passed on to where nobody reports is, too. */
const STATES: ReadonlyMap<string, DeliveryReport['state']> = new Map([
  ['failed', 'returned'],
  ['delayed', 'taken'],
  ['relayed', 'taken'],
  ['expanded', 'taken'],
  ['delivered', 'delivered'],
])

/** To whom it came: the address that mails return to is the one of the envelope, which servers write down in these. */
const RECEIVERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']

const receiversOf = ({ fields }: MailPart): string[] =>
  RECEIVERS.flatMap((name) => fields.get(name) ?? []).flatMap((value) => value.split(/[\s,<>]+/, 100))

/** A value that begins with the kind of what follows: `smtp; 550 5.1.1 unknown`, `dns; mx.example.org`. */
const untyped = (value: string) => value.replace(/^[\w-]{0,40}\s*;\s*/, '')

function toAnswer(ofReader: Fields, ofMessage: Fields): MailAnswer {
  const server = untyped(valueOf(ofReader, 'remote-mta') || valueOf(ofMessage, 'reporting-mta')).slice(0, 255)
  const answer = readAnswer(server, untyped(valueOf(ofReader, 'diagnostic-code')))
  return { ...answer, status: mailStatusIn(valueOf(ofReader, 'status')) ?? answer.status }
}
