import { AutofirmaError } from './autofirma-error.ts'
import type { Timers } from './surroundings.ts'

/** Resolves after `ms`. Throws ABORTED when the page gives up meanwhile. */
export function pause(timers: Timers, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(new AutofirmaError('ABORTED'))
    const onAbort = (): void => {
      cancel()
      reject(new AutofirmaError('ABORTED'))
    }
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
