/**
 * Lets some work go before other work on the same machine: what others may wait for gives way while somebody signs. It
 * waits for a lull, and no longer than a person at a screen would take for normal.
 */
export interface Precedence {
  /** The same functions; while one of them runs, others give way. */
  over<Functions extends object>(functions: Functions): Functions
  /** Settles in a lull, or once it was waited for long enough. */
  lull(): Promise<void>
}

export interface PrecedenceLimits {
  /** How long nothing must have been under way: who signs a batch pauses between two documents. */
  readonly quietMs: number
  readonly mostMs: number
}

export function openPrecedence({ quietMs, mostMs }: PrecedenceLimits): Precedence {
  let running = 0
  let quiet: NodeJS.Timeout | undefined
  let isQuiet = true
  const waiting = new Set<() => void>()
  const begin = () => {
    running += 1
    isQuiet = false
    clearTimeout(quiet)
  }
  const end = () => {
    running -= 1
    if (running > 0) return
    quiet = setTimeout(() => {
      isQuiet = true
      for (const go of waiting) go()
    }, quietMs).unref()
  }
  const first = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    begin()
    try {
      return await work()
    } finally {
      end()
    }
  }
  return {
    over: (functions) => {
      const wrapped = Object.entries(functions).map(
        ([name, run]: [string, (...args: unknown[]) => Promise<unknown>]) => [
          name,
          (...args: unknown[]) => first(() => run(...args)),
        ],
      )
      return Object.fromEntries(wrapped) as typeof functions
    },
    lull: async () => {
      if (isQuiet) return
      await new Promise<void>((done) => {
        const go = () => {
          clearTimeout(late)
          waiting.delete(go)
          done()
        }
        const late = setTimeout(go, mostMs)
        waiting.add(go)
      })
    },
  }
}
