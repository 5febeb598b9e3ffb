import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'

const LOOK_EVERY_MS = 1000

export interface ThingsToDo<Thing extends { readonly id: string }> {
  /** Takes up to `most` things that are due, so that nobody else does. */
  take(most: number): Promise<readonly Thing[]>
  work(thing: Thing): Promise<void>
  /** How many are worked on at once. */
  readonly most: number
  readonly log: Log
  /** Of the log: what is not told to the database is done again once its time is over. */
  readonly sayings: { readonly notTaken: string; readonly notDone: string }
}

export interface Worker {
  /** Looks for things at once, and not only within the second. */
  wake(): void
  /** Takes no more; settles when those under way have ended. */
  stop(): Promise<void>
}

/**
 * Does what the database says is to be done until it is stopped. What a process that dies had taken is done by any other
 * one.
 */
export function workThrough<Thing extends { readonly id: string }>(things: ThingsToDo<Thing>): Worker {
  const stopping = new AbortController()
  const signs = { stopping: stopping.signal, bell: new AbortController() }
  const done = loop(things, signs)
  return {
    wake: () => signs.bell.abort(),
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

interface Signs {
  readonly stopping: AbortSignal
  /** Rung while nobody listens, it is heard by who listens next. */
  bell: AbortController
}

async function loop<Thing extends { readonly id: string }>(things: ThingsToDo<Thing>, signs: Signs): Promise<void> {
  const underWay = new Set<Promise<void>>()
  while (!signs.stopping.aborted) {
    const taken = await take(things, things.most - underWay.size)
    for (const thing of taken) {
      const working = work(things, thing).finally(() => underWay.delete(working))
      underWay.add(working)
    }
    // As soon as one has ended there is room for the next one, perhaps of the same document.
    if (taken.length === 0 || underWay.size >= things.most) await untilWorthIt(underWay, signs)
  }
  await Promise.all(underWay)
}

async function take<Thing extends { readonly id: string }>(
  things: ThingsToDo<Thing>,
  room: number,
): Promise<readonly Thing[]> {
  try {
    return room > 0 ? await things.take(room) : []
  } catch (err) {
    things.log.warn({ err }, things.sayings.notTaken)
    return []
  }
}

async function work<Thing extends { readonly id: string }>(things: ThingsToDo<Thing>, thing: Thing): Promise<void> {
  try {
    await things.work(thing)
  } catch (err) {
    things.log.warn({ err, id: thing.id }, things.sayings.notDone)
  }
}

async function untilWorthIt(underWay: ReadonlySet<Promise<void>>, signs: Signs): Promise<void> {
  const enough = new AbortController()
  const signal = AbortSignal.any([signs.stopping, signs.bell.signal, enough.signal])
  await Promise.race([...underWay, pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)])
  enough.abort()
  if (signs.bell.signal.aborted) signs.bell = new AbortController()
}
