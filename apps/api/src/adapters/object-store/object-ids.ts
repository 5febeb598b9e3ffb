/** Ids of objects: the day makes it possible to list those of one day, the two digits before it spread the load. */
import { createHash } from 'node:crypto'

const DATED = /^([0-9a-f]{2})\/\d{4}-\d{2}-\d{2}\/(\1[0-9a-f]{62})$/
const UNDATED = /^[0-9a-f]{64}$/
const BEGINNING = /^[0-9a-f]{2}(?:\/\d{4}-\d{2}-\d{2})?$/

export interface ReadObjectId {
  /** Hex SHA-256 of the stored bytes. */
  readonly digest: string
  /** Where the object lies below the root of a store, with slashes. */
  readonly place: string
}

/** Hex SHA-256 of the parts, joined. */
export function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** @param digest hex SHA-256 */
export const makeObjectId = (digest: string, at: Date): string => `${digest.slice(0, 2)}/${dayOf(at)}/${digest}`

/** `2031-01-31`, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** @throws TypeError for what is no id: it must reach no file and no address. */
export function readObjectId(id: string): ReadObjectId {
  const read = tryObjectId(id)
  if (read) return read
  throw new TypeError(`not an object id: ${id}`)
}

function tryObjectId(id: string): ReadObjectId | undefined {
  if (UNDATED.test(id)) return { digest: id, place: `${id.slice(0, 2)}/${id}` }
  const digest = DATED.exec(id)?.[2]
  return digest === undefined ? undefined : { digest, place: id }
}

/** @returns the id of the object that lies there; undefined where something else does */
export function idAtPlace(place: string): string | undefined {
  if (tryObjectId(place)?.place === place) return place
  const name = place.slice(3)
  return tryObjectId(name)?.place === place ? name : undefined
}

/** @returns the folder of what begins like this, without a slash at the end. @throws TypeError */
export function folderOf(beginning: string): string {
  if (!BEGINNING.test(beginning)) throw new TypeError(`no id begins with ${beginning}`)
  return beginning
}
