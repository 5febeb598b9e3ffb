/** What is done to the installation itself is chained as what happens to a document is. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // One row, once there is an event: whoever appends holds it. A new installation has none, so that a backup fits in.
  sql`create table installation_chain (
    is_only boolean primary key check (is_only),
    sequence bigint not null,
    hash bytea
  )`,
  sql`create table installation_events (
    sequence bigint primary key,
    type text not null,
    at timestamptz not null,
    canonical text not null,
    previous_hash bytea,
    hash bytea not null
  )`,
  sql`create index installation_events_by_type on installation_events (type, sequence)`,
  sql`create table installation_personal_data (
    commitment bytea primary key,
    sequence bigint not null,
    salt bytea not null,
    value text not null
  )`,
  sql`create index installation_personal_data_by_event on installation_personal_data (sequence)`,
  // The name under which the end of this chain stands among those of documents.
  sql`alter table documents add constraint documents_are_no_installation
    check (id <> '00000000-0000-0000-0000-000000000000')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
