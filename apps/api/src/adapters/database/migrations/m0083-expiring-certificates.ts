import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // When their person was last told that they expire soon.
  sql`alter table certificates add column expiry_told_at timestamptz`,
  sql`create index certificates_by_end on certificates (not_after) where deleted_at is null`,
]

/** People are told before their certificates expire. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
