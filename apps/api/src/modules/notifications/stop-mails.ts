/** A press on "unsubscribe" in a mail program ends a class of mails, without a log-in (RFC 8058). */
import type { MailChoiceStore, MailClass } from '../mail-choices.ts'
import { ServerKeyError, type ServerKeys } from '../../ports/server-keys.ts'

export interface MailStop {
  readonly userId: string
  readonly kind: MailClass
}

const BINDING = 'stop-mails'
/** In base64url; longer than any that is made here. */
const TOKEN = /^[A-Za-z0-9_-]{1,512}$/

/** What the address in a mail bears: sealed, so that nobody makes one for somebody else. */
export async function stopToken(keys: Pick<ServerKeys, 'wrap'>, { userId, kind }: MailStop): Promise<string> {
  return Buffer.from(await keys.wrap(Buffer.from(JSON.stringify([userId, kind])), BINDING)).toString('base64url')
}

export interface StopMails {
  readonly keys: Pick<ServerKeys, 'unwrap'>
  readonly choices: Pick<MailChoiceStore, 'stop'>
  readonly now: () => Date
}

/** From now on the person gets no mails of that class. @returns false for what no mail of this portal bears */
export async function stopMails({ keys, choices, now }: StopMails, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false
  const opened = await keys.unwrap(Buffer.from(token, 'base64url'), BINDING).catch(refuseForeign)
  if (!opened) return false
  const [userId, kind] = JSON.parse(Buffer.from(opened).toString()) as [string, MailClass]
  return choices.stop({ userId, kind, at: now() })
}

function refuseForeign(error: unknown): undefined {
  if (!(error instanceof ServerKeyError)) throw error
}
