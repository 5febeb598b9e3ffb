/** Bulk sends: sheets of which each row is sent as a dispatch of a template. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table bulk_sends (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    -- Whose it is: a program's or a person's. Nobody else learns that it exists.
    client_id text references clients,
    user_id uuid references users,
    -- Of the sheet's file.
    name text not null,
    -- Between the cells of the sheet, and of the result.
    delimiter text not null,
    state text not null default 'preparing'
      check (state in ('preparing', 'checking', 'checked', 'sending', 'paused', 'finished', 'cancelled')),
    -- Counts what its owner does to it before it is sent, from 1.
    version integer not null default 1,
    -- The headings, and what the columns mean, under the server key: a sheet without headings has people there.
    sealed_plan bytea not null,
    -- Uploads that rows name, which live as long as it does.
    upload_ids uuid[] not null default '{}',
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    -- Whoever works on it, and until when that is believed without another sign of life.
    turn uuid,
    held_by text,
    held_until timestamptz not null,
    expires_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1)
  )`,
  sql`create index bulk_sends_of_people on bulk_sends (user_id, subscription_id) where user_id is not null`,
  sql`create index bulk_sends_of_clients on bulk_sends (client_id, subscription_id) where client_id is not null`,
  sql`create index bulk_sends_by_end on bulk_sends (expires_at)`,
  sql`create index bulk_sends_held on bulk_sends (held_until) where state in ('checking', 'sending', 'paused', 'cancelled')`,
  sql`create table bulk_send_rows (
    bulk_send_id uuid not null references bulk_sends on delete cascade,
    -- As a spreadsheet counts it, from 1; the headings are a row too.
    number integer not null,
    -- Texts, one for each column, under the server key.
    sealed_cells bytea not null,
    state text not null default 'unchecked'
      check (state in ('unchecked', 'good', 'wrong', 'left-out', 'sending', 'sent', 'refused', 'cancelled')),
    -- What is wrong with it, or odd.
    findings jsonb not null default '[]',
    -- Why it was refused.
    code text,
    document_ids uuid[] not null default '{}',
    tries integer not null default 0,
    primary key (bulk_send_id, number)
  )`,
  sql`create index bulk_send_rows_by_state on bulk_send_rows (bulk_send_id, state, number)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
