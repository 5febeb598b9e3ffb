/** Whoever is about to send a file is told where the same one was sent: documents are found by what they came as. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index revisions_by_intake on revisions (digest) where number = 0`.execute(database)
}
