import { eachAtMost } from '@rubrica/domain'
import type { Kysely } from 'kysely'
import type { ObjectStore } from '../../ports/object-store.ts'
import { findObjectsOf } from '../database/objects/find-objects-of.ts'
import type { Schema } from '../database/schema.ts'

const DAY_MS = 24 * 3600 * 1000
const AT_ONCE = 6

export interface Retention {
  readonly database: Kysely<Schema>
  readonly store: ObjectStore
  /** Undefined: nothing is locked. */
  readonly days: number | undefined
  readonly now: () => Date
}

/**
 * Locks what a document is made of, from now on for so many days, with an object that no row names yet. Locking again
 * moves the day on; a day that was set is never moved back.
 */
export function openRetention({ database, store, days, now }: Retention) {
  return async (documentId: string, newestId: string): Promise<void> => {
    const { retain } = store
    if (days === undefined || !retain) return
    const until = new Date(now().getTime() + days * DAY_MS)
    const ids = new Set([...(await findObjectsOf(database, documentId)), newestId])
    await eachAtMost(AT_ONCE, ids, (id) => retain(id, until))
  }
}
