/**
 * Objects that this process stored or read a while ago, as they are stored: encrypted, and compared with their digest
 * when they came. A bucket is asked over a network, and whoever opens a document comes back for its pages and its
 * signature. Objects never change, so that what is kept is right as long as it is wanted.
 */
import type { ObjectStore, ObjectUnderWay } from '../../ports/object-store.ts'

export interface KeptObjects extends ObjectStore {
  /** Octets in memory. */
  keptOctets(): number
}

/** A part of the room: one that is larger would put all others out. */
const LARGEST = 1 / 8

/** @param most octets that are kept together; whoever was not asked for the longest goes first */
export function keepObjects(store: ObjectStore, most: number): KeptObjects {
  const room = openRoom(most)
  const begin = (parts: readonly Uint8Array[]): ObjectUnderWay => {
    const { id, stored } = store.begin(parts)
    return { id, stored: stored.then(() => room.keep(id, parts)) }
  }
  return {
    ...store,
    keptOctets: () => room.octets(),
    begin,
    put: async (parts) => {
      const { id, stored } = begin(parts)
      await stored
      return id
    },
    get: async (id) => {
      const found = room.find(id)
      if (found) return found
      const bytes = await store.get(id)
      room.keep(id, [bytes])
      return bytes
    },
    stream: async function* (id) {
      const found = room.find(id)
      if (found) {
        yield found
        return
      }
      const pieces: Uint8Array[] = []
      let length = 0
      for await (const piece of store.stream(id)) {
        length += piece.length
        // Of a large one nothing is held back.
        if (length <= room.largest) pieces.push(piece)
        yield piece
      }
      // Whether they are what was stored is known now.
      if (length <= room.largest) room.keep(id, pieces)
    },
    delete: async (id) => {
      room.forget(id)
      await store.delete(id)
    },
  }
}

/** What is kept, by its id: a map has its entries in the order in which they came. */
function openRoom(most: number) {
  const largest = most * LARGEST
  const kept = new Map<string, Buffer>()
  let octets = 0
  const forget = (id: string): void => {
    octets -= kept.get(id)?.length ?? 0
    kept.delete(id)
  }
  return {
    largest,
    octets: () => octets,
    forget,
    find: (id: string): Buffer | undefined => {
      const found = kept.get(id)
      if (!found) return undefined
      kept.delete(id)
      kept.set(id, found)
      return found
    },
    keep: (id: string, parts: readonly Uint8Array[]): void => {
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      if (length > largest) return
      forget(id)
      kept.set(id, Buffer.concat(parts, length))
      octets += length
      for (const oldest of kept.keys()) {
        if (octets <= most) break
        forget(oldest)
      }
    },
  }
}
