import { PortalError } from '@rubrica/domain'

interface Turns {
  /** @throws {PortalError} TEMPORARILY_UNAVAILABLE when too many wait already; what `work` throws */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets `atOnce` works run and `waiting` further ones wait, in the order of their arrival. */
export function takeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue: (() => void)[] = []
  let running = 0
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) {
      throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The server has too much of this to do. Try again shortly.')
    }
    // A caller that leaves hands its place over.
    await new Promise<void>((done) => queue.push(done))
  }
  const leave = (): void => {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
  return {
    run: async (work) => {
      await enter()
      return work().finally(leave)
    },
  }
}
