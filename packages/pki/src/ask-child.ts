import type { ChildProcess, Serializable } from 'node:child_process'

/** A child that gave no answer: its time was over, or it ended by itself. */
export interface Silence {
  readonly isLate: boolean
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ChildLimits {
  /** Milliseconds. */
  readonly timeoutMs: number
  /** The error that the caller gets instead of an answer. */
  readonly explain: (silence: Silence) => Error
}

/**
 * Asks a child process, started for this, one question over its channel. It is killed when its answer is there, and when
 * its time is over.
 * @throws what `explain` makes of a silent child
 */
export async function askChild<Answer>(
  child: ChildProcess,
  question: Serializable,
  { timeoutMs, explain }: ChildLimits,
): Promise<Answer> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, timeoutMs)
  try {
    return await new Promise<Answer>((resolve, reject) => {
      child.once('message', (answer) => resolve(answer as Answer))
      child.once('error', reject)
      child.once('exit', (code, signal) => reject(explain({ isLate, code, signal })))
      child.send(question, (error) => {
        // A child that dies while it is being written to is reported by its exit.
        if (error && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      })
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
