import { sql, type Kysely } from 'kysely'

/**
 * In which office a signature was prepared, whose words are part of it; null where who signs is who was asked, and where a
 * server of an earlier release prepared it: then a deputy has it prepared anew, and authorises once more.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table signature_preparations add column substitution_id uuid`.execute(database)
}
