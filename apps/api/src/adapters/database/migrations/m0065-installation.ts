/** The name of the installation, by which a bucket knows whose objects it keeps: see ../objects/installation-id.ts. */
import { sql, type Kysely } from 'kysely'

// Filled by the first that asks: what a backup brings must find it empty.
const STATEMENTS = [
  sql`create table installation (id uuid not null)`,
  sql`create unique index installation_once on installation ((true))`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
