/** What people have besides a password: apps with codes by time, passkeys, recovery codes, and browsers they trust. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Whoever is of it and logs in with a password has to have a second factor.
  sql`alter table subscriptions add column demands_factor boolean not null default false`,
  sql`create table totp_factors (
    user_id uuid primary key references users on delete cascade,
    -- Under the server key.
    sealed_secret bytea not null,
    -- Of the newest code that was used: neither it nor one before it counts again.
    last_step bigint not null,
    added_at timestamptz not null,
    last_used_at timestamptz
  )`,
  // A secret that no code of the app has confirmed yet.
  sql`create table totp_setups (
    user_id uuid primary key references users on delete cascade,
    sealed_secret bytea not null,
    expires_at timestamptz not null
  )`,
  sql`create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    -- As the authenticator names it.
    credential_id bytea not null unique,
    -- COSE.
    public_key bytea not null,
    -- How often it was used, as the authenticator says; 0 where it does not count.
    counter bigint not null,
    transports text[] not null,
    name text not null,
    added_at timestamptz not null,
    last_used_at timestamptz
  )`,
  sql`create index passkeys_of_people on passkeys (user_id)`,
  sql`create table passkey_challenges (
    challenge_hash bytea primary key,
    purpose text not null check (purpose in ('log-in', 'confirm', 'add')),
    -- Whom and which session it was made for; null before anybody is known.
    user_id uuid references users on delete cascade,
    session_id text,
    expires_at timestamptz not null
  )`,
  sql`create index passkey_challenges_by_end on passkey_challenges (expires_at)`,
  sql`create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
  // Codes that were wrong, one after the other.
  sql`create table factor_tries (
    user_id uuid primary key references users on delete cascade,
    failures integer not null,
    locked_until timestamptz
  )`,
  sql`create table remembered_devices (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    -- Of the secret in the browser's cookie; people who share a browser share it.
    secret_hash bytea not null,
    name text not null,
    -- Once the person's sessions are ended, it is over.
    token_generation integer not null,
    remembered_at timestamptz not null,
    last_used_at timestamptz,
    expires_at timestamptz not null,
    unique (user_id, secret_hash)
  )`,
  sql`create index remembered_devices_by_secret on remembered_devices (secret_hash)`,
  sql`create index remembered_devices_by_end on remembered_devices (expires_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
