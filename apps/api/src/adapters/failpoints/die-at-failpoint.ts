import type { Failpoint, FailpointName } from '../../ports/failpoints.ts'

/**
 * Makes the process die, as if the power went, when a named step of signing is reached. For crash tests; without a name
 * nothing ever happens.
 */
export function dieAtFailpoint(chosen: string | undefined): Failpoint {
  if (chosen === undefined) return () => undefined
  return (name: FailpointName) => {
    if (name !== chosen) return undefined
    process.kill(process.pid, 'SIGKILL')
    // The signal is delivered asynchronously; nothing may run meanwhile.
    return new Promise<never>(() => undefined)
  }
}
