/** The list is sorted by names without accents and capitals, so the index of names holds those. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`drop index pending_by_file_name`,
  sql`create index pending_by_file_name on signers (user_id, folded_file_name, id)
      include (upload_time, certificate_id) where state in ('pending', 'signing')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
