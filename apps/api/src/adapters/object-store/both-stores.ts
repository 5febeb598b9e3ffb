import { ObjectError, type ObjectStore, type StoredObject } from '../../ports/object-store.ts'

/**
 * Two stores as one, while objects move from one to the other: what is stored goes to the first, what is not there is
 * read from the second, and what is deleted goes from both.
 */
export function openBothStores(first: ObjectStore, second: ObjectStore): ObjectStore {
  return {
    put: (parts) => first.put(parts),
    begin: (parts) => first.begin(parts),
    keep: (id, bytes) => first.keep(id, bytes),
    get: (id) => first.get(id).catch((error: unknown) => (isMissing(error) ? second.get(id) : refuse(error))),
    stream: (id) => streamFrom(first, second, id),
    sizeOf: async (id) => (await first.sizeOf(id)) ?? (await second.sizeOf(id)),
    delete: async (id) => {
      await first.delete(id)
      await second.delete(id)
    },
    retain:
      first.retain &&
      (async (id, until) => {
        // What is to stay has to be where it can be kept.
        if ((await first.sizeOf(id)) === undefined) await first.keep(id, await second.get(id))
        await first.retain?.(id, until)
      }),
    probe: () => first.probe(),
    list: (beginning) => listBoth(first, second, beginning),
  }
}

const isMissing = (error: unknown): boolean => error instanceof ObjectError && error.code === 'OBJECT_MISSING'

function refuse(error: unknown): never {
  throw error
}

/** An object that is missing is told before its first piece. */
async function* streamFrom(first: ObjectStore, second: ObjectStore, id: string): AsyncIterable<Uint8Array> {
  try {
    yield* first.stream(id)
  } catch (error) {
    if (!isMissing(error)) throw error
    yield* second.stream(id)
  }
}

/** What is in both comes twice. */
async function* listBoth(first: ObjectStore, second: ObjectStore, beginning: string): AsyncIterable<StoredObject> {
  yield* first.list(beginning)
  yield* second.list(beginning)
}
