import { sql, type Kysely } from 'kysely'
import type { SealKeyRecords, StoredSealKey } from '../../evidence-files/open-seal.ts'
import type { Schema } from '../schema.ts'

/** Any number will do; it only has to be the same in every replica. */
const KEY_MAKING_LOCK = 7_210_003

/** Keys of the seal that the installation makes itself. */
export function openSealKeyRecords(database: Kysely<Schema>): SealKeyRecords {
  return {
    newestOr: (make) =>
      database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${KEY_MAKING_LOCK})`.execute(transaction)
        const newest = await transaction
          .selectFrom('seal_keys')
          .selectAll()
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (newest) {
          return {
            ...{ id: newest.id, wrappedPrivateKey: newest.wrapped_private_key },
            ...{ certificate: newest.certificate, createdAt: newest.created_at },
          }
        }
        const made: StoredSealKey = await make()
        await transaction
          .insertInto('seal_keys')
          .values({
            id: made.id,
            wrapped_private_key: Buffer.from(made.wrappedPrivateKey),
            certificate: Buffer.from(made.certificate),
            created_at: made.createdAt,
          })
          .execute()
        return made
      }),
  }
}
