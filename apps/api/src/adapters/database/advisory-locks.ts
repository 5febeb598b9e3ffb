import { sql, type Kysely, type Transaction } from 'kysely'

/** Any numbers will do that are the same in every replica, and each one other than the rest. */
const LOCKS = {
  tokenKeys: 7_210_001,
  auditKeys: 7_210_002,
  auditHeads: 7_210_003,
  operatorAlone: 7_210_004,
  sealKeys: 7_210_005,
  pushKeys: 7_210_006,
} as const

/**
 * Waits until no other transaction of the installation holds this lock; it is held until this one ends.
 * @param of an id for which the lock is one of its own
 */
export async function takeLock<Schema>(
  transaction: Transaction<Schema>,
  name: keyof typeof LOCKS,
  of?: string,
): Promise<void> {
  const lock =
    of === undefined
      ? sql`select pg_advisory_xact_lock(${LOCKS[name]})`
      : sql`select pg_advisory_xact_lock(${LOCKS[name]}, hashtext(${of}))`
  await lock.execute(transaction)
}

interface FindOrMake<Schema, Found> {
  readonly find: (transaction: Transaction<Schema>) => Promise<Found | undefined>
  readonly make: (transaction: Transaction<Schema>) => Promise<Found>
}

/** Finds something, or makes it: once, whichever replica needs it first. */
export function findOrMake<Schema, Found>(
  database: Kysely<Schema>,
  name: keyof typeof LOCKS,
  { find, make }: FindOrMake<Schema, Found>,
): Promise<Found> {
  return database.transaction().execute(async (transaction) => {
    await takeLock(transaction, name)
    return (await find(transaction)) ?? make(transaction)
  })
}
