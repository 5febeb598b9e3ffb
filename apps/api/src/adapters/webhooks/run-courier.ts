import { setTimeout as pause } from 'node:timers/promises'
import type { HeldMessage } from '../../modules/webhooks/ports.ts'
import type { Log } from '../../ports/log.ts'

/** Messages of one process that are under way at once. */
const MOST_UNDER_WAY = 64
const LOOK_EVERY_MS = 1000

export interface CourierWork {
  /** Takes up to `most` messages that are due. */
  take(most: number): Promise<readonly HeldMessage[]>
  deliver(message: HeldMessage): Promise<void>
  readonly log: Log
}

export interface Courier {
  /** Takes no more; settles when those under way have ended. */
  stop(): Promise<void>
}

/** Delivers messages until it is stopped. A message whose process dies is tried again by any other one. */
export function runCourier(work: CourierWork): Courier {
  const stopping = new AbortController()
  const done = loop(work, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

async function loop(work: CourierWork, stopping: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>()
  while (!stopping.aborted) {
    const taken = await take(work, MOST_UNDER_WAY - underWay.size)
    for (const message of taken) {
      const delivery = deliver(work, message).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    }
    // As soon as one has ended there is room for the next one, perhaps of the same document.
    if (taken.length === 0 || underWay.size >= MOST_UNDER_WAY) await untilWorthIt(underWay, stopping)
  }
  await Promise.all(underWay)
}

async function take(work: CourierWork, room: number): Promise<readonly HeldMessage[]> {
  try {
    return room > 0 ? await work.take(room) : []
  } catch (err) {
    work.log.warn({ err }, 'Messages of webhooks could not be taken.')
    return []
  }
}

/** What is not told to the database is tried again once its time is over. */
async function deliver(work: CourierWork, message: HeldMessage): Promise<void> {
  try {
    await work.deliver(message)
  } catch (err) {
    work.log.warn({ err, message: message.id }, 'A message of a webhook was not sent, or its end not kept.')
  }
}

async function untilWorthIt(underWay: ReadonlySet<Promise<void>>, stopping: AbortSignal): Promise<void> {
  const enough = new AbortController()
  const signal = AbortSignal.any([stopping, enough.signal])
  await Promise.race([...underWay, pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)])
  enough.abort()
}
