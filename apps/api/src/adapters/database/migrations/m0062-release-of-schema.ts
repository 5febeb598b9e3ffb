/** The oldest release that may work on the schema, by the number of its last migration: see migrate.ts. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table schema_release (min_release text not null)`,
  sql`create unique index schema_release_once on schema_release ((true))`,
  sql`insert into schema_release values ('')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
