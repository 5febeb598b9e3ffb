/** What is the same wherever objects are kept: an object is named by its octets before it is written. */
import { ObjectError, type ObjectStore, type ObjectUnderWay } from '../../ports/object-store.ts'
import { digestOf, makeObjectId, readObjectId } from './object-ids.ts'

/**
 * The writing half of a store.
 * @param store writes the parts, joined, under an id that is theirs, and settles once they are safe
 */
export function storeByDigest(
  store: (id: string, parts: readonly Uint8Array[]) => Promise<void>,
  now: () => Date,
): Pick<ObjectStore, 'put' | 'begin' | 'keep'> {
  const begin = (parts: readonly Uint8Array[]): ObjectUnderWay => {
    const id = makeObjectId(digestOf(parts), now())
    return { id, stored: store(id, parts) }
  }
  return {
    put: async (parts) => {
      const { id, stored } = begin(parts)
      await stored
      return id
    },
    begin,
    keep: async (id, bytes) => {
      if (digestOf([bytes]) !== readObjectId(id).digest) throw new ObjectError('OBJECT_DAMAGED', id)
      await store(id, [bytes])
    },
  }
}
