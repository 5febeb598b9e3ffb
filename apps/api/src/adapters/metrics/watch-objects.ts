import type { ObjectStore } from '../../ports/object-store.ts'
import type { ObjectCall } from './open-metrics.ts'

/** Runs each call of the store, and tells of it. */
export type AroundObjectCall = <Answer>(call: ObjectCall, work: () => Promise<Answer>) => Promise<Answer>

/** The same store, with each of its calls within `around`. */
export function watchObjects(store: ObjectStore, around: AroundObjectCall): ObjectStore {
  return {
    put: (parts) => around('put', () => store.put(parts)),
    begin: (parts) => {
      const { id, stored } = store.begin(parts)
      return { id, stored: around('put', () => stored) }
    },
    get: (id) => around('get', () => store.get(id)),
    stream: (id) => streamWithin(store.stream(id), around),
    keep: (id, bytes) => around('put', () => store.keep(id, bytes)),
    delete: (id) => around('delete', () => store.delete(id)),
    probe: () => around('try', () => store.probe()),
    sizeOf: (id) => store.sizeOf(id),
    list: (beginning) => store.list(beginning),
    retain: store.retain,
  }
}

/** A stream is one call, from the first piece that is asked for to the last; one that is let go has ended, too. */
async function* streamWithin(
  pieces: AsyncIterable<Uint8Array>,
  around: AroundObjectCall,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ends: { resolve?: () => void; reject?: (error: unknown) => void } = {}
  const over = new Promise<void>((resolve, reject) => Object.assign(ends, { resolve, reject }))
  const watched = around('stream', () => over)
  // The reader hears of it from the pieces themselves.
  watched.catch(() => undefined)
  try {
    yield* pieces
  } catch (error) {
    ends.reject?.(error)
    throw error
  } finally {
    ends.resolve?.()
  }
}

/** Times each call for the metrics. */
export const timeObjectCalls =
  (called: (call: ObjectCall, seconds: number) => void): AroundObjectCall =>
  async (call, work) => {
    const began = performance.now()
    try {
      return await work()
    } finally {
      called(call, (performance.now() - began) / 1000)
    }
  }
