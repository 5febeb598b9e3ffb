/** An invitation by mail and one by a program's link stand beside each other: neither takes the other's place. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table invitations add column of_link boolean not null default false`,
  sql`drop index invitations_current`,
  sql`create unique index invitations_current on invitations (signer_id, of_link) where voided_at is null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
