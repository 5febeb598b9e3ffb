import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SealKeyRecords, StoredSealKey } from '../../evidence-files/open-seal.ts'
import { takeLock } from '../advisory-locks.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

/** Keys of the seal that the installation makes itself. */
export function openSealKeyRecords(database: Kysely<Schema>): SealKeyRecords {
  return {
    newestOr: (make) =>
      database.transaction().execute(async (transaction) => {
        await takeLock(transaction, 'sealKeys')
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
        const digest = createHash('sha256').update(made.certificate).digest('hex')
        await appendInstallationEvent(transaction, {
          ...{ type: 'seal-key-made', at: made.createdAt, actor: { by: 'server' } },
          facts: { keyId: made.id, digest },
        })
        return made
      }),
  }
}
