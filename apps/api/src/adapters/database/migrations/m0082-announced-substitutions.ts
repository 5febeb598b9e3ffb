import { sql, type Kysely } from 'kysely'

/** When the two of a substitution were last told that it is in force. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table substitutions add column announced_at timestamptz`.execute(database)
}
