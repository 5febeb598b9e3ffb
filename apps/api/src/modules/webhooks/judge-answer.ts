/** What becomes of a message, by what its receiver answered. */
import { readRetryAfter } from '../read-retry-after.ts'
import type { MessageTry, ReceiverAnswer, TryCause, Verdict } from './ports.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Between a try and the next one: 75 hours and 35 minutes in all. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]
/** By so much a pause is longer or shorter, so that what failed together is not tried together. */
const JITTER = 0.2
const LONGEST_PAUSE = 24 * HOUR

const GONE = 410

export const causeOf = (answer: ReceiverAnswer): TryCause | null => {
  if ('cause' in answer) return answer.cause
  if (answer.status >= 200 && answer.status < 300) return null
  return answer.status >= 300 && answer.status < 400 ? 'redirected' : 'status'
}

export interface JudgedTry {
  readonly answer: ReceiverAnswer
  readonly result: Pick<MessageTry, 'cause'>
  /** Of the tries since it was asked for, from 1. */
  readonly ofRound: number
  readonly at: Date
  /** From 0 up to 1. */
  readonly random: number
}

export function judgeAnswer({ answer, result, ofRound, at, random }: JudgedTry): Verdict {
  if (result.cause === null) return { kind: 'arrived' }
  if ('status' in answer && answer.status === GONE) return { kind: 'gone' }
  const pause = PAUSES[ofRound - 1]
  if (pause === undefined) return { kind: 'given-up' }
  const asked = 'status' in answer ? readRetryAfter(answer.retryAfter, at) : 0
  const own = pause * (1 - JITTER + 2 * JITTER * random)
  return { kind: 'again', at: new Date(at.getTime() + Math.round(Math.max(own, Math.min(asked, LONGEST_PAUSE)))) }
}
