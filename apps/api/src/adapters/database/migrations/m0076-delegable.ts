import { sql, type Kysely } from 'kysely'

/** Whether deputies may act for a signer and who approves for them: the sender says so. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table signers add column delegable boolean not null default true`.execute(database)
}
