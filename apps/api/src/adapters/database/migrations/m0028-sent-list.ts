/** What belongs to the list of what was sent: filters that somebody keeps, and acts on many documents at once. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table saved_filters (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    client_id text references clients,
    user_id uuid references users,
    name text not null,
    -- What the list must have, as its call takes it.
    filters jsonb not null,
    created_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1)
  )`,
  sql`create index saved_filters_of_people on saved_filters (user_id, subscription_id) where user_id is not null`,
  sql`create index saved_filters_of_clients on saved_filters (client_id, subscription_id) where client_id is not null`,
  sql`create table bulk_acts (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    client_id text references clients,
    user_id uuid references users,
    act text not null check (act in ('remind', 'withdraw', 'extend', 'download')),
    reason text not null,
    deadline timestamptz,
    -- Which files of each document a download has.
    files text[] not null,
    created_at timestamptz not null,
    -- When each document had its result.
    ended_at timestamptz,
    -- Whoever works on it, and until when that is believed without another sign of life.
    turn uuid,
    held_until timestamptz not null,
    expires_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1)
  )`,
  sql`create index bulk_acts_under_way on bulk_acts (held_until) where ended_at is null`,
  sql`create index bulk_acts_by_end on bulk_acts (expires_at)`,
  sql`create table bulk_items (
    bulk_id uuid not null references bulk_acts on delete cascade,
    place integer not null,
    -- As it was named: it may be nobody's, or somebody else's.
    document_id uuid not null,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
    -- Why it was refused.
    code text,
    -- Of the files of a download.
    bytes bigint not null default 0,
    tries integer not null default 0,
    primary key (bulk_id, place)
  )`,
  sql`create index bulk_items_waiting on bulk_items (bulk_id, place) where state = 'waiting'`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
