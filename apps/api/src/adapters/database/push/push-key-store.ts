import type { Kysely } from 'kysely'
import type { PushKeyRecords } from '../../push/open-push-service.ts'
import { findOrMake } from '../advisory-locks.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

/** Keys by which push services know the installation. */
export function openPushKeyRecords(database: Kysely<Schema>): PushKeyRecords {
  return {
    newestOr: (makeKey) =>
      findOrMake(database, 'pushKeys', {
        find: (transaction) =>
          transaction
            .selectFrom('push_keys')
            .select(['id', 'wrapped_private_key as wrappedPrivateKey', 'created_at as createdAt'])
            .orderBy('created_at', 'desc')
            .limit(1)
            .executeTakeFirst(),
        make: async (transaction) => {
          const made = await makeKey()
          const { id, createdAt } = made
          await transaction
            .insertInto('push_keys')
            .values({ id, wrapped_private_key: Buffer.from(made.wrappedPrivateKey), created_at: createdAt })
            .execute()
          await appendInstallationEvent(transaction, {
            ...{ type: 'push-key-made', at: createdAt, actor: { by: 'server' }, facts: { keyId: id } },
          })
          return made
        },
      }),
  }
}
