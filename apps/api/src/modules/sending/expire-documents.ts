import type { SendingStore } from './ports.ts'

/** Documents looked up at a time. */
const BATCH = 500

/**
 * Ends every document whose deadline has passed, each by itself. Nobody can act on them any more since that moment;
 * this takes them off the lists.
 * @returns how many there were
 */
export async function expireDocuments(store: Pick<SendingStore, 'overdue' | 'expire'>, at: Date): Promise<number> {
  let expired = 0
  for (;;) {
    const overdue = await store.overdue(at, BATCH)
    for (const documentId of overdue) if (await store.expire(documentId, at)) expired++
    if (overdue.length < BATCH) return expired
  }
}
