/** A ticket names the identity provider that said who the person is. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table login_tickets add column issuer text`.execute(database)
}
