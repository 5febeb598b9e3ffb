import { ApiError, NetworkError } from '@rubrica/contract'
import { ERROR_STATUS } from '@rubrica/domain'

/** Statuses of a gateway that got no answer from the server behind it. */
const GATEWAY_STATUSES = [502, 504]
/** Pauses before the same attempt is sent again, in milliseconds. */
const PAUSES = [600, 1500, 4000]

/** The server itself has answered, with a code of its own; what it says of a provider may have a gateway's status. */
function isOfTheServer(error: ApiError): boolean {
  return Object.hasOwn(ERROR_STATUS, error.code)
}

/** Whether nobody can tell if the server did what was asked: no answer came back. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && GATEWAY_STATUSES.includes(error.status) && !isOfTheServer(error)
}

/** The server's answer is that of an attempt made before: what was sent now was not looked at. */
function isEarlierAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.details.EarlierAttempt === true
}

/** What the server says while the lost attempt is at work: a signature, or the choice of a certificate of the PC. */
const AT_WORK: readonly string[] = ['TEMPORARILY_UNAVAILABLE', 'DOCUMENT_BUSY']

/** The same attempt is still at work on the server, or the server asks to come back: not yet an answer to it. */
function isStillAtWork(error: unknown): boolean {
  return error instanceof ApiError && AT_WORK.includes(error.code) && !isEarlierAnswer(error)
}

/**
 * Sends one attempt until the server has answered it, always under the same key: the server gives the first answer
 * again, so an answer lost on the way is never shown as a conflict. A new attempt needs a new key.
 * @throws the server's answer when it is an error; the last failure when no answer came at all (`isUnanswered`),
 *   after which the same attempt may be sent again.
 */
export async function sendAttempt(
  key: string,
  send: (key: string) => Promise<unknown>,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  let lost = false
  for (const pause of [...PAUSES, null]) {
    try {
      await send(key)
      return
    } catch (error) {
      lost ||= isUnanswered(error)
      const again = isUnanswered(error) || (lost && isStillAtWork(error))
      if (!again || pause === null) throw error
      await wait(pause)
    }
  }
}

/** Where the keys of attempts without an answer are kept. */
export interface AttemptKeys {
  find: (signerGuid: string) => string | undefined
  keep: (signerGuid: string, key: string) => void
  forget: (signerGuid: string) => void
}

export interface KeptAttempt {
  readonly signerGuid: string
  /** The person has just said how to sign; false when the very same attempt goes on. */
  readonly saidAnew: boolean
  readonly send: (key: string) => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
  readonly keys: AttemptKeys
}

/** Nobody knows yet how the attempt ends, so its key must not be lost. */
function isUndecided(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof ApiError && error.code === 'TEMPORARILY_UNAVAILABLE')
}

/**
 * Signs one document under the key of its attempt that has no answer yet, else under a new one. When that attempt,
 * perhaps of the page before a reload, had failed, what the person says now gets an attempt of its own.
 * @throws like `sendAttempt`
 */
export async function signUnderKeptKey(attempt: KeptAttempt): Promise<void> {
  const { signerGuid, saidAnew, send, wait, keys } = attempt
  const kept = keys.find(signerGuid)
  const key = kept ?? crypto.randomUUID()
  keys.keep(signerGuid, key)
  try {
    await sendAttempt(key, send, wait)
    keys.forget(signerGuid)
  } catch (error) {
    if (isUndecided(error) && !isEarlierAnswer(error)) throw error
    keys.forget(signerGuid)
    if (kept === undefined || !saidAnew || !isEarlierAnswer(error)) throw error
    await signUnderKeptKey(attempt)
  }
}
