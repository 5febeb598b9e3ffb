import { sql, type Kysely } from 'kysely'

/** When a deputy was last told of what waits for whom they stand in for. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table substitutions add column told_at timestamptz`.execute(database)
}
