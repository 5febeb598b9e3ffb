import { eachAtMost } from '@rubrica/domain'
import { ObjectError, type ObjectStore } from '../../ports/object-store.ts'

/** As many objects are in memory. */
const AT_ONCE = 4

export interface CopyObjects {
  readonly ids: AsyncIterable<string>
  readonly from: ObjectStore
  readonly to: ObjectStore
  /** Each object is read where it was copied to, also one that was there already. */
  readonly isVerifying: boolean
  /** Called after each object. */
  readonly onProgress: (copied: ObjectsCopied) => void
}

export interface ObjectsCopied {
  readonly copied: number
  /** Were there already. */
  readonly there: number
  /** Octets that were copied. */
  readonly octets: number
  /** Ids of objects that are in neither place, or that are damaged and in no whole copy. */
  readonly lost: readonly string[]
}

/**
 * Copies the objects under the ids that they have. What is there is left alone, so that it can be cut off and begun
 * again. What is there and damaged is replaced when the other place has it whole.
 * @throws {ObjectError} OBJECT_STORE_AWAY, OBJECT_STORE_FULL
 */
export async function copyObjects({ ids, onProgress, ...stores }: CopyObjects): Promise<ObjectsCopied> {
  const sum = { copied: 0, there: 0, octets: 0, lost: [] as string[] }
  await eachAtMost(AT_ONCE, ids, async (id) => {
    const outcome = await copyObject(stores, id)
    if (outcome === 'there') sum.there += 1
    else if (outcome === 'lost') sum.lost.push(id)
    else {
      sum.copied += 1
      sum.octets += outcome
    }
    onProgress(sum)
  })
  return sum
}

type Stores = Pick<CopyObjects, 'from' | 'to' | 'isVerifying'>

/** @returns octets that were copied */
async function copyObject({ from, to, isVerifying }: Stores, id: string): Promise<number | 'there' | 'lost'> {
  const isThere = (await to.sizeOf(id)) !== undefined
  if (isThere && (!isVerifying || (await readWhole(to, id)))) return 'there'
  const bytes = await readWhole(from, id)
  if (!bytes) return 'lost'
  if (isThere) await to.delete(id)
  await to.keep(id, bytes)
  return !isVerifying || (await readWhole(to, id)) ? bytes.length : 'lost'
}

/** @returns undefined for an object that is missing or damaged */
async function readWhole(store: ObjectStore, id: string): Promise<Uint8Array | undefined> {
  try {
    return await store.get(id)
  } catch (error) {
    if (error instanceof ObjectError && ['OBJECT_MISSING', 'OBJECT_DAMAGED'].includes(error.code)) return undefined
    throw error
  }
}
