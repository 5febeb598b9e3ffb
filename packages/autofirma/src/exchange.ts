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
 *
 * Versions without protocol 4.1 work on one message after the other: they are silent until the person is done, then
 * answer, and only then say OK to the echoes of meanwhile. They have no results to ask for: such a question would open
 * the window of an error. So it is asked only after `#wait`, or after the OK to an echo that was sent while the request
 * was under way; that is why echoes are counted.
 */

const GREETING = 'OK'
const NOT_YET = '#wait'
const ASK_AGAIN_MS = 2000
const SILENCE_MS = 5000
/** Time for an echo. */
const GREETING_MS = 10_000
/** So many echoes may be without their OK; what is beyond would come all at once when a dialog ends. */
const MOST_UNANSWERED = 8
/** Rounds of `#wait` or silence before the person is asked to look at its window. */
const PATIENCE = 3

export interface Conversation {
  readonly channel: Channel
  readonly timers: Timers
  readonly connectionId: string
  readonly signal: AbortSignal | undefined
}

/** Whether who answers knows our connection: an echo before each request. Throws AutofirmaError. */
export async function greet({ channel, timers, connectionId, signal }: Conversation): Promise<void> {
  sendEcho(channel, connectionId)
  const end = timers.now() + GREETING_MS
  for (;;) {
    const answer = await channel.receive(Math.min(SILENCE_MS, end - timers.now()), signal)
    if (answer === GREETING) return takeGreeting(channel)
    if (answer !== undefined && answer !== NOT_YET) throw readError(answer) ?? invalidGreeting()
    if (timers.now() >= end) throw new AutofirmaError('TIMED_OUT')
    if (answer === undefined) sendEcho(channel, connectionId)
  }
}

function sendEcho(channel: Channel, connectionId: string): void {
  channel.unansweredEchoes += 1
  channel.send(echoRequest(connectionId))
}

const takeGreeting = (channel: Channel): void => void (channel.unansweredEchoes -= 1)

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
  const { channel, timers, connectionId, signal } = conversation
  const end = timers.now() + withinMs
  let earlierGreetings = channel.unansweredEchoes
  let isResultDue = false
  let patience = PATIENCE
  channel.send(request)
  for (;;) {
    const wait = isResultDue ? ASK_AGAIN_MS : SILENCE_MS
    const answer = await channel.receive(Math.min(wait, end - timers.now()), signal)
    if (answer === NOT_YET) isResultDue = true
    else if (answer === GREETING) {
      takeGreeting(channel)
      if (earlierGreetings === 0) isResultDue = true
      else earlierGreetings -= 1
    } else if (answer !== undefined) return readResult(answer)
    if (timers.now() >= end) throw new AutofirmaError('TIMED_OUT')
    if (answer === undefined) {
      if (isResultDue) channel.send(resultRequest(connectionId))
      else if (channel.unansweredEchoes < MOST_UNANSWERED) sendEcho(channel, connectionId)
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
