/** Whether an address leads what is sent to it to its person. */
import { sql, type Kysely } from 'kysely'

// False of what a person said in the profile and nobody has proved. Of an earlier one nobody knows who said it.
const STATEMENT = sql`alter table users add column email_is_known boolean not null default true`

export async function up(database: Kysely<unknown>): Promise<void> {
  await STATEMENT.execute(database)
}
