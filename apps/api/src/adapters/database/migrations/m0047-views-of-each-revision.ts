/** Each image of a page that was served is kept once for each revision: what was seen again after a change counts. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table page_views drop constraint page_views_pkey`,
  sql`alter table page_views add primary key (signer_id, revision, page, image_digest)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
