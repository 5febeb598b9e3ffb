/** Signing runs with values that an application on the person's PC has made. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // {"ipAddress", "location", "from"}: what the browser was told of where the person is. Null with any other key.
  await sql`alter table signing_runs add column whereabouts jsonb`.execute(database)
}
