import { sql, type Kysely } from 'kysely'
import type { AuditProgress } from '../../../modules/audit/ports.ts'
import type { Schema } from '../schema.ts'

/** How far the log of each subscription was verified, in PostgreSQL. */
export function openAuditProgress(database: Kysely<Schema>): AuditProgress {
  return {
    of: async (subscriptionId) => {
      const row = await database
        .selectFrom('audit_verified')
        .select(['until', 'position'])
        .where('subscription_id', '=', subscriptionId)
        .executeTakeFirst()
      return { until: row?.until?.toISOString(), position: Number(row?.position ?? 0) }
    },
    keep: async (subscriptionId, { until, position }) => {
      await sql`
        insert into audit_verified as kept (subscription_id, until, position)
        values (${subscriptionId}, ${until ?? null}::timestamptz, ${position})
        on conflict (subscription_id) do update
        set until = greatest(kept.until, excluded.until), position = greatest(kept.position, excluded.position)
      `.execute(database)
    },
  }
}
