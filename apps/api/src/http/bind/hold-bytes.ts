import type { ServerResponse } from 'node:http'
import { PortalError } from '@rubrica/domain'

/** The bytes that one request keeps in memory. */
export interface HeldBytes {
  /**
   * @throws {PortalError} TEMPORARILY_UNAVAILABLE when all requests together would hold too much, or this one is over
   */
  take(bytes: number): void
  /** The request is over. */
  giveBack(): void
}

export interface HoldLimits {
  /** Bytes that all requests together may hold. */
  readonly limit: number
  /** A caller that holds no more than this is never refused; an everyday document does not wait for the large ones. */
  readonly small: number
  /** The answer when there is no room. */
  readonly refusal: string
}

/**
 * Counts what requests keep in memory, so that many large files at the same moment cannot exhaust the process. Who
 * is alone may hold any amount, because waiting would not help.
 */
export function holdBytes({ limit, small, refusal }: HoldLimits): () => HeldBytes {
  let total = 0
  return () => {
    let held = 0
    let isOver = false
    return {
      take: (bytes) => {
        const fits = total + bytes <= limit || held + bytes <= small || total === 0
        if (isOver || !fits) throw new PortalError('TEMPORARILY_UNAVAILABLE', refusal)
        total += bytes
        held += bytes
      },
      giveBack: () => {
        isOver = true
        total -= held
        held = 0
      },
    }
  }
}

/**
 * Holds an answer until the client has read it or is gone. One that reads nothing for so long counts as gone, or a
 * few that never read would keep everybody else from large files.
 */
export function holdUntilClosed(held: HeldBytes, response: ServerResponse, idleMs: number): HeldBytes {
  if (response.closed) {
    held.giveBack()
    return held
  }
  response.once('close', () => held.giveBack())
  return {
    take: (bytes) => {
      held.take(bytes)
      response.setTimeout(idleMs, () => response.destroy())
    },
    giveBack: () => held.giveBack(),
  }
}
