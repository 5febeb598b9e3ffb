import { AutofirmaError } from './autofirma-error.ts'
import type { Channel } from './open-channel.ts'
import type { Timers } from './surroundings.ts'
import { readError } from './read-error.ts'
import { echoRequest, resultRequest } from './write-request.ts'

/**
 * One request and its answer, over a connection that holds answers back.
 *
 * While the person is at the dialog the application says `#wait`, and is asked again every two seconds. Now and then it
 * notes a request as handled and never writes its answer; an echo gets it going again. What it says to that echo is of
 * no interest, and may come after the answer, in the midst of the next request. Once the answer was given, it says
 * `#wait` for ever: the first real answer ends the exchange.
 */

const GREETING = 'OK'
const NOT_YET = '#wait'
const ASK_AGAIN_MS = 2000
const SILENCE_MS = 5000
/** Time for an echo. */
const GREETING_MS = 10_000
/** So often it may say `#wait` before the person is told to look at its window. */
const PATIENCE = 3

export interface Conversation {
  readonly channel: Channel
  readonly timers: Timers
  readonly sessionId: string
  readonly signal: AbortSignal | undefined
}

/** Whether who answers knows our session: an echo before each request. Throws AutofirmaError. */
export async function greet({ channel, timers, sessionId, signal }: Conversation): Promise<void> {
  channel.send(echoRequest(sessionId))
  const end = timers.now() + GREETING_MS
  for (;;) {
    const answer = await channel.receive(Math.min(SILENCE_MS, end - timers.now()), signal)
    if (answer === GREETING) return
    if (answer !== undefined && answer !== NOT_YET) throw readError(answer) ?? invalidGreeting()
    if (timers.now() >= end) throw new AutofirmaError('TIMED_OUT')
    if (answer === undefined) channel.send(echoRequest(sessionId))
  }
}

const invalidGreeting = (): AutofirmaError => new AutofirmaError('ANSWER_INVALID', { part: 'greeting' })

export interface Question {
  readonly request: string
  /** How long the person may take. */
  readonly withinMs: number
  /** Called once when nothing has come for a while. */
  readonly onWaiting: () => void
}

/** @returns the first real answer. Throws AutofirmaError: what it says, or TIMED_OUT. */
export async function exchange(
  conversation: Conversation,
  { request, withinMs, onWaiting }: Question,
): Promise<string> {
  const { channel, timers, sessionId, signal } = conversation
  const end = timers.now() + withinMs
  let isResultDue = false
  let patience = PATIENCE
  channel.send(request)
  for (;;) {
    const wait = isResultDue ? ASK_AGAIN_MS : SILENCE_MS
    const answer = await channel.receive(Math.min(wait, end - timers.now()), signal)
    if (answer === NOT_YET || answer === GREETING) isResultDue = true
    else if (answer !== undefined) return readResult(answer)
    if (timers.now() >= end) throw new AutofirmaError('TIMED_OUT')
    if (answer === undefined) {
      channel.send(isResultDue ? resultRequest(sessionId) : echoRequest(sessionId))
      isResultDue = false
      patience -= 1
      if (patience === 0) onWaiting()
    }
  }
}

function readResult(answer: string): string {
  const error = readError(answer)
  if (error) throw error
  return answer
}
