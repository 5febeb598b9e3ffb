import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SealKeyRecords } from '../../evidence-files/open-seal.ts'
import { findOrMake } from '../advisory-locks.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

/** Keys of the seal that the installation makes itself. */
export function openSealKeyRecords(database: Kysely<Schema>): SealKeyRecords {
  return {
    newestOr: (makeKey) =>
      findOrMake(database, 'sealKeys', {
        find: (transaction) =>
          transaction
            .selectFrom('seal_keys')
            .select(['id', 'wrapped_private_key as wrappedPrivateKey', 'certificate', 'created_at as createdAt'])
            .orderBy('created_at', 'desc')
            .limit(1)
            .executeTakeFirst(),
        make: async (transaction) => {
          const made = await makeKey()
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
        },
      }),
  }
}
