import { setTimeout as sleep } from 'node:timers/promises'
import { toFailure } from './s3-failure.ts'

const TRIES = 3
const FIRST_PAUSE_MS = 100
/** An object has a second more for each of these octets. */
const OCTETS_A_SECOND = 10_000_000

/** @param length octets that are on their way, as far as it is known */
export const timeFor = (timeoutMs: number, length = 0): number => timeoutMs + (length / OCTETS_A_SECOND) * 1000

/** Cuts something off once its time is over. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** From now on. */
  allow(ms: number): void
}

export function openDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const arm = (time: number) => setTimeout(() => controller.abort(new Error('too late')), time)
  let timer = arm(ms)
  return {
    signal: controller.signal,
    allow: (time) => {
      clearTimeout(timer)
      timer = arm(time)
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

/** Counts tries, and pauses between them, longer each time and by chance, so that not all come back at once. */
export interface Tries {
  /** @throws {S3Failure} where another try would not help, or was the last one */
  failed(error: unknown): Promise<void>
}

/** @param call what was asked, for the log */
export function countTries(call: string): Tries {
  let made = 0
  return {
    failed: async (error) => {
      const failure = toFailure(error, call)
      made += 1
      if (!failure.isPassing || made >= TRIES) throw failure
      await sleep(FIRST_PAUSE_MS * 3 ** (made - 1) * (0.5 + Math.random()))
    },
  }
}

/** @param work one try, within its time. @throws {S3Failure} */
export async function tryAgain<T>(
  { call, ms }: { readonly call: string; readonly ms: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tries = countTries(call)
  for (;;) {
    using deadline = openDeadline(ms)
    try {
      return await work(deadline.signal)
    } catch (error) {
      await tries.failed(error)
    }
  }
}
