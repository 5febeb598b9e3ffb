import { sql, type Kysely } from 'kysely'

/** When the person of a run was told on their devices that a document of it still waits for their confirmation. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table signing_run_items add column told_at timestamptz`.execute(database)
}
