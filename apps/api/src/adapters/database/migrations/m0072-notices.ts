/** Notices on people's devices by Web Push, their quiet hours, and calendars of deadlines. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table push_keys (
    id uuid primary key,
    -- PKCS#8 of a key on P-256 by which push services know the installation, under the server key.
    wrapped_private_key bytea not null,
    created_at timestamptz not null
  )`,
  sql`create table notice_settings (
    user_id uuid primary key references users on delete cascade,
    -- A name of the IANA time zone database.
    time_zone text not null,
    -- HH:MM each; null where notices come at night, too.
    night_from text,
    night_until text,
    quiet_weekends boolean not null,
    check ((night_from is null) = (night_until is null))
  )`,
  sql`create table push_devices (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    -- SHA-256 of the address that its push service gave it, which whoever knows may use.
    endpoint_digest bytea not null unique,
    -- {"url", "publicKey", "authSecret"}, under the server key.
    sealed_endpoint bytea not null,
    created_at timestamptz not null,
    reached_at timestamptz
  )`,
  sql`create index push_devices_of_people on push_devices (user_id)`,
  sql`create table notices (
    device_id uuid not null references push_devices on delete cascade,
    kind text not null,
    -- Of one cause a device is told once: the id of a signer, an approver, a mail or a run.
    cause text not null,
    created_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'taken', 'moot', 'given-up')),
    due_at timestamptz not null,
    -- Those that one process sends as one, until when that is believed, and how often it was tried.
    hold uuid,
    held_until timestamptz,
    tries integer not null default 0,
    primary key (device_id, kind, cause)
  )`,
  sql`create index notices_due on notices (due_at) where state = 'waiting'`,
  sql`create index notices_by_age on notices (created_at)`,
  sql`create table calendars (
    user_id uuid primary key references users on delete cascade,
    -- SHA-256 of the secret in its address.
    secret_hash bytea not null unique,
    created_at timestamptz not null
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
