/** What Keyman is asked to let a person prove on its page or on their phone, and how far they have come. */
import { ProviderError } from '../connector.ts'
import { readText, type Fields } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { callKeyman } from './call-keyman.ts'
import { IVNOSYS, type KeymanSettings } from './settings.ts'

const MAX_URL = 2048

export interface BegunTransaction {
  readonly authType: 'PIN' | 'REDIRECT' | 'MOBILE'
  /** None where the PIN is all that is asked for. */
  readonly id?: string
  /** Of the page. */
  readonly url?: string
  /** Exchanged for a session, after a log-in. */
  readonly ticket?: string
}

/** @throws ProviderError */
export async function beginTransaction(
  settings: KeymanSettings,
  { token, body }: { readonly token?: string; readonly body: Fields },
): Promise<BegunTransaction> {
  const answer = await callKeyman(settings, { path: 'MFA_PATH', body, ...(token !== undefined && { token }) })
  const { authtype: authType } = answer
  if (authType === 'PIN') return { authType }
  const [id, ticket, url] = [
    readText(answer['transactionid']),
    readText(answer['token'], 1024),
    readPage(settings, answer['redirecturl']),
  ]
  const begun = { ...(id !== undefined && { id }), ...(ticket !== undefined && { ticket }) }
  if (id !== undefined && authType === 'MOBILE') return { authType, ...begun }
  if (id !== undefined && authType === 'REDIRECT' && url !== undefined) return { authType, ...begun, url }
  throw unusableAnswer({ provider: IVNOSYS, status: 200 })
}

/** A page that a person may be sent to: one that nobody can listen to, or of the service itself. */
function readPage({ url }: KeymanSettings, value: unknown): string | undefined {
  const text = readText(value, MAX_URL)
  const page = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  const isSafe = page && (page.protocol === 'https:' || page.origin === new URL(url).origin)
  return isSafe && page.username === '' && page.password === '' ? text : undefined
}

/**
 * Whether somebody has proved themselves.
 * @param user who has to be the one
 * @throws ProviderError `cancelled`, `session-expired`, `consent-mismatch`
 */
export async function isApproved(
  settings: KeymanSettings,
  { transactionid, user, token }: { readonly transactionid: string; readonly user: string; readonly token?: string },
): Promise<boolean> {
  const body = { transactionid }
  const { state, userid } = await callKeyman(settings, {
    path: 'CHECK_PATH',
    body,
    ...(token !== undefined && { token }),
  })
  if (state === 'PENDING') return false
  if (state === 'DENIED') throw new ProviderError('cancelled', 'It was refused at Ivnosys')
  if (state === 'EXPIRED') throw new ProviderError('session-expired', 'What was authorised at Ivnosys is over')
  if (state !== 'APPROVED') throw unusableAnswer({ provider: IVNOSYS, status: 200 })
  if (userid === user) return true
  throw new ProviderError('consent-mismatch', 'Somebody else has proved themselves at Ivnosys')
}
