/** A new password ends all sessions of its owner but the one that chose it. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    -- Tokens say in which generation they were made; those of an earlier one are over, but for the one that is kept.
    add column token_generation integer not null default 0,
    add column kept_token text`.execute(database)
}
