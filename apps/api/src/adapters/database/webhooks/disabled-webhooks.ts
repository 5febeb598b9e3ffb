import { sql, type Kysely, type Transaction } from 'kysely'
import type { DisabledStore } from '../../../modules/webhooks/ports.ts'
import type { Schema } from '../schema.ts'

/** The person whose endpoint it is; of a program's, those who administrate or manage its subscription. */
export async function whomItConcerns(transaction: Transaction<Schema>, endpointId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from webhook_endpoints e
      join user_subscriptions s on s.subscription_id = e.subscription_id
        and (s.user_id = e.user_id or e.user_id is null and s.roles && array['admin', 'manager'])
      join users on users.id = s.user_id and users.active and users.email <> ''
    where e.id = ${endpointId}`.execute(transaction)
  return rows.map(({ id }) => id)
}

export function openDisabledStore(database: Kysely<Schema>): DisabledStore {
  return {
    findDisabled: async (endpointId, userId) => {
      const row = await database
        .selectFrom('webhook_endpoints')
        .innerJoin('users', (join) => join.on('users.id', '=', userId))
        .where('webhook_endpoints.id', '=', endpointId)
        .where('webhook_endpoints.state', '=', 'disabled')
        .where('users.active', '=', true)
        .where('users.email', '<>', '')
        .select([
          'url',
          'disabled_reason',
          'disabled_at',
          'webhook_endpoints.user_id',
          'webhook_endpoints.subscription_id',
          'name',
          'email',
          'language',
        ])
        .executeTakeFirst()
      if (!row?.disabled_reason) return undefined
      const { name, email, language } = row
      return {
        id: `${endpointId}.${userId}.${row.disabled_at?.getTime()}`,
        ...{ person: { name, email, language }, host: new URL(row.url).host, reason: row.disabled_reason },
        screen: row.user_id === userId ? { endpointId, subscriptionId: row.subscription_id } : undefined,
      }
    },
  }
}
