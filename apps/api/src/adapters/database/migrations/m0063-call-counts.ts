/** How often something was called in the last minute, over all processes. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Unlogged: it is empty after a crash or a failover, when people are slowed down by each process for itself.
  sql`create unlogged table call_counts (
    key_hash bytea primary key,
    count integer not null,
    expires_at timestamptz not null
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
