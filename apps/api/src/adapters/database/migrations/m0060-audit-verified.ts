/** How far the audit log was verified, so that a night verifies what that day added. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table audit_verified (
    subscription_id uuid primary key references subscriptions on delete cascade,
    until timestamptz,
    position bigint not null
  )`.execute(database)
}
