import type { Readable } from 'node:stream'
import { PortalError } from '@rubrica/domain'

/** A body that is read at once may take this many times its longest pause. */
const WHOLE_TO_PAUSE = 2

const tooSlow = () => new PortalError('REQUEST_TIMEOUT', 'The body did not arrive in time.')

/**
 * Gives the reader of a body REQUEST_TIMEOUT when the next piece of it does not come within `pauseMs`, or all of it
 * within twice that. The stream is not destroyed, since the answer goes out on the same connection.
 */
export function boundBodyTime(body: Readable, pauseMs: number): void {
  const fail = () => {
    stop()
    body.emit('error', tooSlow())
  }
  const whole = setTimeout(fail, pauseMs * WHOLE_TO_PAUSE)
  const pause = setTimeout(fail, pauseMs)
  const refresh = () => void pause.refresh()
  const stop = () => {
    clearTimeout(whole)
    clearTimeout(pause)
    body.off('data', refresh)
  }
  // Nothing flows because of this listener; the reader's own resume() starts it.
  body.pause()
  body.on('data', refresh)
  // There may be nobody reading any more.
  body.on('error', () => undefined)
  body.once('end', stop).once('close', stop)
}

/**
 * What comes out of `source`, as long as each of it comes within `pauseMs` after it was asked for.
 * @throws {PortalError} REQUEST_TIMEOUT
 */
export async function* withoutLongPauses<T>(source: AsyncIterable<T>, pauseMs: number): AsyncGenerator<T> {
  const pieces = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const piece = await inTime(pieces.next(), pauseMs)
      if (piece.done) return
      yield piece.value
    }
  } finally {
    // It may be waiting for a piece that never comes, so nobody waits for it.
    pieces.return?.().catch(() => undefined)
  }
}

async function inTime<T>(work: Promise<T>, pauseMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), pauseMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
