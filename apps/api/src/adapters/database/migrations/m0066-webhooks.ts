/** Programs that are told at an address of their own what happens to documents, and what was sent to them. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table webhook_endpoints (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    -- Whose it is: a program's or a person's.
    client_id text references clients,
    user_id uuid references users,
    -- A callback is the address that a send named, and hears of the documents that name it.
    kind text not null default 'chosen' check (kind in ('chosen', 'callback')),
    url text not null,
    description text not null default '',
    -- What it hears of; everything when it is empty.
    types text[] not null default '{}',
    -- Documents of its owner, or all of the subscription.
    documents text not null default 'own' check (documents in ('own', 'all')),
    signing text not null check (signing in ('v1', 'v1a')),
    -- Under the server key, bound to the endpoint.
    wrapped_secret bytea not null,
    -- The one before, with which messages are signed too until then.
    wrapped_former bytea,
    former_until timestamptz,
    state text not null default 'on' check (state in ('on', 'off', 'disabled')),
    disabled_reason text check (disabled_reason in ('failing', 'gone')),
    disabled_at timestamptz,
    -- Counts its changes, from 1.
    version integer not null default 1,
    arrived_at timestamptz,
    -- The first failure since a message arrived, and how many were given up since.
    failing_since timestamptz,
    given_up integer not null default 0,
    created_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1),
    check ((state = 'disabled') = (disabled_reason is not null))
  )`,
  sql`create index webhook_endpoints_of_subscriptions on webhook_endpoints (subscription_id)`,
  sql`create unique index webhook_callbacks on webhook_endpoints
    (subscription_id, coalesce(client_id, user_id::text), url) where kind = 'callback'`,
  sql`create table webhook_messages (
    id uuid primary key,
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    -- Null for what is about no document.
    document_id uuid,
    -- Of the event in the log of its document.
    sequence bigint,
    type text not null,
    -- As it is signed and sent, byte for byte.
    body text not null,
    state text not null default 'waiting' check (state in ('waiting', 'arrived', 'missed')),
    created_at timestamptz not null,
    -- When it is tried again; of one that is being tried, when that is over.
    next_at timestamptz,
    is_held boolean not null default false,
    -- All tries, and those since it was asked for once more.
    tries integer not null default 0,
    tries_of_round integer not null default 0,
    is_replay boolean not null default false,
    check ((state = 'waiting') = (next_at is not null)),
    check (state = 'waiting' or not is_held)
  )`,
  sql`create index webhook_messages_due on webhook_messages (endpoint_id, next_at) where state = 'waiting'`,
  sql`create index webhook_messages_missed on webhook_messages (endpoint_id) where state = 'missed'`,
  sql`create index webhook_messages_held on webhook_messages (endpoint_id) where is_held`,
  sql`create index webhook_messages_of_endpoints on webhook_messages (endpoint_id, created_at desc, id desc)`,
  sql`create index webhook_messages_by_time on webhook_messages (created_at)`,
  sql`create table webhook_tries (
    message_id uuid not null references webhook_messages on delete cascade,
    number integer not null,
    at timestamptz not null,
    milliseconds integer not null,
    -- Of HTTP; null where there was no answer.
    status integer,
    -- Why it did not arrive; null where it did.
    cause text,
    -- The beginning of the answer.
    answer text not null default '',
    primary key (message_id, number)
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
