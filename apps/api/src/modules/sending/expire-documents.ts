import type { SendingStore } from './ports.ts'

/** Documents looked up at a time. */
const BATCH = 500

/**
 * Ends every document whose deadline has passed, each by itself: one that cannot be ended keeps none of the others.
 * Nobody can act on them any more since that moment; this takes them off the lists.
 * @returns how many there were
 * @throws {AggregateError} of those that could not be ended, after all the others were
 */
export async function expireDocuments(store: Pick<SendingStore, 'overdue' | 'expire'>, at: Date): Promise<number> {
  const failures: unknown[] = []
  let expired = 0
  for (;;) {
    const overdue = await store.overdue(at, BATCH)
    const before = expired
    for (const documentId of overdue) {
      const ended = await store.expire(documentId, at).catch((failure: unknown) => void failures.push(failure))
      if (ended) expired++
    }
    if (overdue.length < BATCH || expired === before) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} documents could not be ended`)
  return expired
}
