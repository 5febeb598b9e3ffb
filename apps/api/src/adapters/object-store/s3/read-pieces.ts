import type { Readable } from 'node:stream'
import { S3Failure } from './s3-failure.ts'
import { countTries, openDeadline, timeFor } from './try-again.ts'

/** The rest of an object. */
export interface Rest {
  readonly body: Readable
  /** Octets that are to come. */
  readonly length: number | undefined
  /** The first one's place in the object. */
  readonly from: number
}

/**
 * Reads an object to its end. Where it is cut off, the rest is asked for: what was handed on is not read again.
 * @param ask for what comes from this octet on
 * @throws {S3Failure}
 */
export async function* readPieces(
  timeoutMs: number,
  ask: (at: number, signal: AbortSignal) => Promise<Rest>,
): AsyncGenerator<Uint8Array> {
  const tries = countTries('GET')
  let at = 0
  for (;;) {
    using deadline = openDeadline(timeoutMs)
    try {
      const { body, length, from } = await ask(at, deadline.signal)
      const end = length === undefined ? undefined : at + length
      deadline.allow(timeFor(timeoutMs, length))
      deadline.signal.addEventListener('abort', () => body.destroy(new Error('too late')))
      if (from !== at) {
        body.destroy()
        throw new S3Failure('away', 'GET: not the octets that were asked for')
      }
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        at += piece.length
        yield piece
      }
      if (end === undefined || at === end) return
      throw new S3Failure('away', 'GET: the answer ended early')
    } catch (error) {
      await tries.failed(error)
    }
  }
}
