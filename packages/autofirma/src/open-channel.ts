import { AutofirmaError } from './autofirma-error.ts'
import type { LocalSocket, Timers } from './surroundings.ts'

/** Characters of one message: results of a hundred documents are far below, and a browser carries it in one piece. */
const LONGEST_MESSAGE = 64 * 1024 * 1024
/** Messages without a request; the real application sends one per request. */
const MOST_WAITING = 32

/** Texts over an open web socket, one after the other. */
export interface Channel {
  readonly isOpen: boolean
  /** Echoes whose OK has not been read yet; counted by the sender of echoes and the reader of answers. */
  unansweredEchoes: number
  send(text: string): void
  /**
   * The next message, or undefined when none came within `ms`.
   * @throws {AutofirmaError} ABORTED (the socket is closed then), CONNECTION_LOST, ANSWER_INVALID.
   */
  receive(ms: number, signal?: AbortSignal): Promise<string | undefined>
  close(): void
}

interface Waiter {
  resolve(message: string | undefined): void
  reject(error: AutofirmaError): void
}

/** Reads from a socket that is open, or about to be. */
export function openChannel(socket: LocalSocket, timers: Timers): Channel {
  const waiting: string[] = []
  let waiter: Waiter | undefined
  let failure: AutofirmaError | undefined

  function fail(error: AutofirmaError): void {
    failure ??= error
    socket.close()
    waiter?.reject(failure)
  }
  function take(data: unknown): void {
    if (typeof data !== 'string' || data.length > LONGEST_MESSAGE || waiting.length >= MOST_WAITING) {
      fail(new AutofirmaError('ANSWER_INVALID', { part: 'message' }))
    } else if (waiter) waiter.resolve(data)
    else waiting.push(data)
  }
  socket.addEventListener('message', ({ data }) => take(data))
  socket.addEventListener('close', () => fail(new AutofirmaError('CONNECTION_LOST')))

  return {
    get isOpen() {
      return failure === undefined
    },
    unansweredEchoes: 0,
    send(text) {
      if (failure) throw failure
      socket.send(text)
    },
    receive(ms, signal) {
      if (signal?.aborted === true) fail(new AutofirmaError('ABORTED'))
      const next = failure ? undefined : waiting.shift()
      if (next !== undefined) return Promise.resolve(next)
      return new Promise<string | undefined>((resolve, reject) => {
        if (failure) return reject(failure)
        const onAbort = (): void => fail(new AutofirmaError('ABORTED'))
        const cancelTimer = timers.after(ms, () => waiter?.resolve(undefined))
        const settled = (): void => {
          waiter = undefined
          cancelTimer()
          signal?.removeEventListener('abort', onAbort)
        }
        waiter = {
          resolve: (message) => (settled(), resolve(message)),
          reject: (error) => (settled(), reject(error)),
        }
        signal?.addEventListener('abort', onAbort)
      })
    },
    close: () => fail(new AutofirmaError('CONNECTION_LOST')),
  }
}
