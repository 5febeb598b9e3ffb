/** Tokens of recovery mails: what counts is kept, and the mails that a person was sent lately can be counted. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table recoveries (
    -- SHA-256 of the token's id.
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    -- Of the person's tokens when the mail was made: a password that was chosen since makes it worthless.
    token_generation integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When it set a password, or a later mail took its place.
    ended_at timestamptz
  )`,
  sql`create index recoveries_by_user on recoveries (user_id, created_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
