import { ApiError, NetworkError } from '@rubrica/contract'

/** Statuses of a gateway that got no answer from the server behind it. */
const GATEWAY_STATUSES = [502, 504]
/** Pauses before the same attempt is sent again, in milliseconds. */
const PAUSES = [600, 1500, 4000]

/** Whether nobody can tell if the server did what was asked: no answer came back. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && GATEWAY_STATUSES.includes(error.status))
}

/** The same attempt is still at work on the server, or the server asks to come back: not yet an answer to it. */
function isStillAtWork(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'TEMPORARILY_UNAVAILABLE' || error.code === 'DOCUMENT_BUSY')
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
