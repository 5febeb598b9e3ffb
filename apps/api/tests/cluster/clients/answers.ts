/** What a client makes of an answer. The judge holds the server to the same reading. */
import type { CallEnded } from './history.ts'

type Answer = Pick<CallEnded, 'status' | 'code' | 'isEarlierAnswer'>

/** What the server says while it, or another one, is still at work on this very request. */
const AT_WORK = new Set(['TEMPORARILY_UNAVAILABLE', 'DOCUMENT_BUSY', 'IDEMPOTENCY_KEY_IN_USE'])
/** Statuses by which a call was not looked at: its token is over, or there are too many calls. */
const NOT_LOOKED_AT = new Set([401, 429])

export const isDone = ({ status }: Answer): boolean => typeof status === 'number' && status >= 200 && status < 300

/**
 * Whether the same request under the same key may still be done: no answer came, a balancer answered (it has no word of
 * the server), or the server asks to come back.
 */
export function isUndecided({ status, code, isEarlierAnswer = false }: Answer): boolean {
  if (status === 'unknown' || NOT_LOOKED_AT.has(status)) return true
  if (status < 400 || isEarlierAnswer) return false
  return code === undefined || AT_WORK.has(code)
}

/** Whether this key will never be answered with success: the server has said no. */
export const isRefused = (answer: Answer): boolean => !isDone(answer) && !isUndecided(answer)
