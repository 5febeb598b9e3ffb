/** The full edition of a version and the one that opens nobody's values may both be there. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`drop index evidence_files_by_reader`,
  sql`create unique index evidence_files_by_reader on evidence_files (document_id, user_id, version) nulls not distinct`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
