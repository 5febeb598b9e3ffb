import type { Kysely } from 'kysely'
import type { PushKeyRecords } from '../../push/open-push-service.ts'
import { takeLock } from '../advisory-locks.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

/** Keys by which push services know the installation. */
export function openPushKeyRecords(database: Kysely<Schema>): PushKeyRecords {
  return {
    newestOr: (make) =>
      database.transaction().execute(async (transaction) => {
        await takeLock(transaction, 'pushKeys')
        const newest = await transaction
          .selectFrom('push_keys')
          .selectAll()
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (newest) {
          return { id: newest.id, wrappedPrivateKey: newest.wrapped_private_key, createdAt: newest.created_at }
        }
        const made = await make()
        const { id, createdAt } = made
        await transaction
          .insertInto('push_keys')
          .values({ id, wrapped_private_key: Buffer.from(made.wrappedPrivateKey), created_at: createdAt })
          .execute()
        await appendInstallationEvent(transaction, {
          ...{ type: 'push-key-made', at: createdAt, actor: { by: 'server' }, facts: { keyId: id } },
        })
        return made
      }),
  }
}
