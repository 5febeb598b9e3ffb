/** What each process does: one that answers calls is of no use to jobs. */
import { sql, type Kysely } from 'kysely'

// Processes of an earlier release do everything, and do not say so.
const STATEMENTS = [sql`alter table replicas add column role text not null default 'all'`]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
