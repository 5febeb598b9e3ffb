/** What verification codes tell of a subscription's documents, and codes that tell more to who gives an answer. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Null: as the installation.
  sql`alter table subscriptions add column verification text
    check (verification in ('compare', 'facts', 'names', 'download', 'off'))`,
  sql`alter table verification_codes
    add column asks_holder boolean not null default false,
    -- Within the hour that began then.
    add column answers integer not null default 0,
    add column answers_since timestamptz`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
