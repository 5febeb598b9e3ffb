import { AutofirmaError } from './autofirma-error.ts'
import type { FailedAttempt } from './diagnose-failure.ts'
import { openChannel, type Channel } from './open-channel.ts'
import type { Surroundings } from './surroundings.ts'

/** One attempt at one address: `failed` is all that a browser reports. */
type Attempt = { readonly outcome: 'open'; readonly channel: Channel } | FailedAttempt

export interface Address {
  readonly url: string
  /** Until the attempt is given up. */
  readonly withinMs: number
  readonly signal: AbortSignal | undefined
}

/** Opens a socket, or says how that failed. Throws ABORTED. */
export function openSocket(around: Surroundings, { url, withinMs, signal }: Address): Promise<Attempt> {
  const { timers } = around
  const start = timers.now()
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(new AutofirmaError('ABORTED'))
    let socket
    try {
      socket = around.openSocket(url)
    } catch {
      return resolve({ outcome: 'forbidden', ms: 0 })
    }
    const channel = openChannel(socket, timers)
    const settle = (finish: () => void): void => {
      cancelTimer()
      signal?.removeEventListener('abort', onAbort)
      finish()
    }
    const end = (outcome: 'failed' | 'timed-out'): void => settle(() => resolve({ outcome, ms: timers.now() - start }))
    const onAbort = (): void => settle(() => (channel.close(), reject(new AutofirmaError('ABORTED'))))
    const cancelTimer = timers.after(withinMs, () => (channel.close(), end('timed-out')))
    signal?.addEventListener('abort', onAbort)
    socket.addEventListener('open', () => settle(() => resolve({ outcome: 'open', channel })))
    socket.addEventListener('error', () => end('failed'))
    socket.addEventListener('close', () => end('failed'))
  })
}
