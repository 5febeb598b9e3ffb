import { ApiError } from '@rubrica/contract'
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../seeded-random.ts'
import { isUndecided } from './answers.ts'
import type { CallBegun, CallEnded, History } from './history.ts'

/** After this long a client gives a call up, and does not know what became of it. */
const PATIENCE_MS = 45_000

export type Answer = Omit<CallEnded, 'call' | 'ended'>
export type Wish = Omit<CallBegun, 'call' | 'began'>
/** Makes the call. @returns what was made, where something is. @throws {ApiError} */
export type MakeCall = (signal: AbortSignal) => Promise<string | undefined | void>

/** Makes a call once, and writes down that it begins and how it ends. */
export async function ask(history: History, wish: Wish, make: MakeCall): Promise<Answer> {
  const call = history.begin(wish)
  const answer = await answerOf(make)
  history.end({ call, ...answer })
  return answer
}

async function answerOf(make: MakeCall): Promise<Answer> {
  try {
    const made = await make(AbortSignal.timeout(PATIENCE_MS))
    return { status: 200, ...(typeof made === 'string' && { made }) }
  } catch (error) {
    if (!(error instanceof ApiError)) return { status: 'unknown' }
    const isEarlierAnswer = error.details['EarlierAttempt'] === true
    return {
      status: error.status,
      ...(error.code !== 'UNKNOWN' && { code: error.code }),
      ...(isEarlierAnswer && { isEarlierAnswer }),
    }
  }
}

export interface Persistence {
  readonly history: History
  readonly random: SeededRandom
  /** Whether it is no use any more to ask again. */
  isHopeless(): boolean
}

/** Pauses before a call is made again, in milliseconds. */
const [SHORTEST, LONGEST] = [200, 1500]

/** Makes the same call, under the same key, until the server has said yes or no, or all is over. */
export async function askUntilDecided(persistence: Persistence, wish: Wish, make: MakeCall): Promise<Answer> {
  for (;;) {
    const answer = await ask(persistence.history, wish, make)
    if (!isUndecided(answer) || persistence.isHopeless()) return answer
    await pause(persistence.random.between(SHORTEST, LONGEST))
  }
}
