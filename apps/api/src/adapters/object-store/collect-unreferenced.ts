import type { ObjectStore } from '../../ports/object-store.ts'

/** Longer than any request or attempt to sign could hold an object that no row names yet. */
const GRACE_MS = 24 * 3600 * 1000
const BATCH = 500

export interface CollectUnreferenced {
  readonly store: ObjectStore
  /** Those of the ids that some row names. */
  readonly referenced: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  readonly now: () => Date
}

/** Deletes objects that no row names and that are older than a day. @returns how many. */
export async function collectUnreferenced(needs: CollectUnreferenced): Promise<number> {
  const youngest = needs.now().getTime() - GRACE_MS
  let collected = 0
  let batch: string[] = []
  const collect = async (): Promise<void> => {
    const named = await needs.referenced(batch)
    const orphans = batch.filter((id) => !named.has(id))
    for (const id of orphans) await needs.store.delete(id)
    collected += orphans.length
    batch = []
  }
  for await (const { id, storedAt } of needs.store.list()) {
    if (storedAt.getTime() < youngest) batch.push(id)
    if (batch.length === BATCH) await collect()
  }
  if (batch.length > 0) await collect()
  return collected
}
