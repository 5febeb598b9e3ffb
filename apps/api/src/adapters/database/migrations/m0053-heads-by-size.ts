/** Whether a head stands for a tree of some size is asked by strangers, and a year of heads may be tens of thousands. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // As a text, since a head that somebody damaged need not be JSON any more, and has to be found and named all the same.
  sql`create index audit_heads_by_size
    on audit_heads (subscription_id, (substring(canonical from '"treeSize":([0-9]{1,15})')::bigint))`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
