/**
 * How large the page of a signature field is, in points as displayed: what its box is a share of, to show where somebody
 * will sign. Fields of before have none, and no mark.
 */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table signature_fields add column page_width real, add column page_height real`.execute(database)
}
