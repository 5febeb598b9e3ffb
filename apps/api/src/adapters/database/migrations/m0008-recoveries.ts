/**
 * Tokens of recovery mails, of which those that a person was sent lately can be counted, and tries to log in with names
 * that nobody has, which lock as those of people do.
 */
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
  sql`create table unknown_logins (
    -- SHA-256: what was typed may be anything.
    name_hash text primary key,
    -- In a row, those after the lock included.
    failures integer not null,
    locked_until timestamptz,
    expires_at timestamptz not null
  )`,
  sql`create index recoveries_by_user on recoveries (user_id, created_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
