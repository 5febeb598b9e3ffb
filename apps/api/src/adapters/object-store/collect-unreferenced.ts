/**
 * Deletes objects that no row names, without a look at all that are stored. Three kinds are looked at each night: those
 * of days that are over and were not looked at (written, and never named), those that a row stopped naming, and a 256th
 * part of everything, for what escaped the other two. What a row names is never deleted: the rows are asked right
 * before, and no row begins to name an object that was stored or let go of more than a day before.
 */
import type { ObjectStore } from '../../ports/object-store.ts'
import { dayOf } from './object-ids.ts'

const DAY_MS = 24 * 3600 * 1000
/** Longer than any request or attempt to sign could hold an object that no row names yet. */
const GRACE_MS = DAY_MS
const BATCH = 500
/** Days that are made up for; what is older comes in its turn. */
const MOST_DAYS = 40
const PARTS = Array.from({ length: 256 }, (_, part) => part.toString(16).padStart(2, '0'))

/** An object that a row stopped naming. */
export interface ReleasedObject {
  /** Of the record, not of the object. */
  readonly id: string
  readonly objectId: string
}

export interface CollectionRecords {
  /** Those of the ids that some row names. */
  readonly referenced: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Those that were let go of before, the first ones first. */
  readonly released: (before: Date, most: number) => Promise<readonly ReleasedObject[]>
  readonly forgetReleased: (releases: readonly ReleasedObject[]) => Promise<void>
  /** The last day whose objects were looked at, `2031-01-31`. */
  readonly collectedThrough: () => Promise<string | undefined>
  readonly noteCollected: (day: string) => Promise<void>
}

export interface CollectUnreferenced {
  readonly store: ObjectStore
  readonly records: CollectionRecords
  readonly now: () => Date
}

/** @returns how many were deleted. */
export async function collectUnreferenced(needs: CollectUnreferenced): Promise<number> {
  const { records, now } = needs
  let collected = 0
  for (const day of daysDue(await records.collectedThrough(), now())) {
    for (const part of PARTS) collected += await collectListed(needs, `${part}/${day}`)
    await records.noteCollected(day)
  }
  collected += await collectReleased(needs)
  const turn = Math.floor(now().getTime() / DAY_MS) % PARTS.length
  return collected + (await collectListed(needs, PARTS[turn]!))
}

/** Up to the day before yesterday, all of whose objects are older than a day. */
function daysDue(through: string | undefined, now: Date): string[] {
  const last = Date.parse(dayOf(now)) - 2 * DAY_MS
  const first = through === undefined ? last : Math.max(Date.parse(through) + DAY_MS, last - (MOST_DAYS - 1) * DAY_MS)
  const count = Math.max(0, Math.floor((last - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => dayOf(new Date(first + index * DAY_MS)))
}

async function collectListed(needs: CollectUnreferenced, beginning: string): Promise<number> {
  const youngest = needs.now().getTime() - GRACE_MS
  let collected = 0
  let batch: string[] = []
  for await (const { id, storedAt } of needs.store.list(beginning)) {
    if (storedAt.getTime() < youngest) batch.push(id)
    if (batch.length < BATCH) continue
    collected += await deleteUnnamed(needs, batch)
    batch = []
  }
  return collected + (await deleteUnnamed(needs, batch))
}

async function collectReleased(needs: CollectUnreferenced): Promise<number> {
  const { records, now } = needs
  const before = new Date(now().getTime() - GRACE_MS)
  let collected = 0
  for (;;) {
    const releases = await records.released(before, BATCH)
    if (releases.length === 0) return collected
    collected += await deleteUnnamed(needs, [...new Set(releases.map(({ objectId }) => objectId))])
    await records.forgetReleased(releases)
  }
}

async function deleteUnnamed({ store, records }: CollectUnreferenced, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const named = await records.referenced(ids)
  const unnamed = ids.filter((id) => !named.has(id))
  for (const id of unnamed) await store.delete(id)
  return unnamed.length
}
