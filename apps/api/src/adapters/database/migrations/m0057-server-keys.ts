/**
 * Which server keys the installation has, so that a process with another key file, or with an older one, finds out. The
 * keys themselves are never in the database. The table is empty until the first process of this release takes over what
 * its key file holds. Processes of an earlier release report neither their release nor their keys.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table server_keys (
    version integer primary key check (version > 0),
    -- Tells keys apart and does not reveal them.
    fingerprint text not null,
    state text not null check (state in ('staged', 'active', 'former', 'retired')),
    staged_at timestamptz not null,
    -- Null of a key that never was the active one.
    activated_at timestamptz,
    retired_at timestamptz
  )`,
  sql`create unique index server_keys_one_active on server_keys ((true)) where state = 'active'`,
  sql`create unique index server_keys_one_staged on server_keys ((true)) where state = 'staged'`,
  sql`alter table replicas
    add column release text,
    -- The fingerprint of each key that it holds, by its version.
    add column server_keys jsonb,
    -- The version with which it wraps.
    add column active_key integer`,
  // How far wrapping anew has come in each column, for a run that was cut off.
  sql`create table server_key_rewraps (
    place text primary key,
    version integer not null,
    -- The key of the last row that was looked at.
    after jsonb not null
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
