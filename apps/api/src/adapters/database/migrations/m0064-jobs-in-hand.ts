/** Which jobs each process works on, so that those of a dead one are taken up at once. */
import { sql, type Kysely } from 'kysely'

// Processes of an earlier release do not say.
const STATEMENTS = [sql`alter table replicas add column jobs uuid[]`]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
