import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // Each event asks for these, beside which a subscription may have a callback for each document.
  await sql`create index webhook_endpoints_chosen on webhook_endpoints (subscription_id) where kind = 'chosen'`.execute(
    database,
  )
}
