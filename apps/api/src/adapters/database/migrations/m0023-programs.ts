/**
 * What programs need that send: requests that may be repeated, of which those that made documents stood in the
 * documents' own rows; files that are handed over before they are sent; and
 * keys with which programs act for a person.
 */
import { sql, type Kysely } from 'kysely'

const REQUESTS = [
  sql`create table keyed_requests (
    id uuid primary key,
    -- Whose key it is: a program or a person.
    client_id text references clients,
    user_id uuid references users,
    key text not null,
    -- Method and address; another one under the same key is another request.
    call text not null,
    -- SHA-256 of everything that the request asks for.
    digest bytea not null,
    -- Whoever is at it, until it is done; the lease may be taken over when it is over or its owner silent.
    turn uuid,
    lease_owner text,
    lease_until timestamptz,
    -- What the answer is made of again, once it is done.
    answer jsonb,
    created_at timestamptz not null,
    -- Null: kept for ever.
    expires_at timestamptz,
    check (num_nonnulls(client_id, user_id) = 1),
    check ((turn is null) = (lease_until is null))
  )`,
  sql`create unique index keyed_requests_of_clients on keyed_requests (client_id, key) where client_id is not null`,
  sql`create unique index keyed_requests_of_people on keyed_requests (user_id, key) where user_id is not null`,
  sql`create index keyed_requests_by_end on keyed_requests (expires_at)`,
  // A key in quotes is the same key without them; where a program has used both, the older document stays its answer.
  sql`insert into keyed_requests (id, client_id, key, call, digest, answer, created_at)
    select gen_random_uuid(), client_id,
      case when idempotency_key ~ '^"[^"\\\\]+"$' then substr(idempotency_key, 2, length(idempotency_key) - 2)
        else idempotency_key end,
      'POST /v1/documents', coalesce(request_digest, ''), jsonb_build_object('documentId', id), uploaded_at
    from documents where client_id is not null and idempotency_key is not null
    order by uploaded_at
    on conflict do nothing`,
  sql`drop index documents_by_idempotency_key`,
  sql`alter table documents drop column idempotency_key, drop column request_digest`,
]

const UPLOADS = [
  sql`create table uploads (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    -- Who handed it over: a program or a person. Nobody else learns that it exists.
    client_id text references clients,
    user_id uuid references users,
    name text not null,
    length bigint not null,
    -- SHA-256 of the file.
    digest bytea not null,
    -- Width and height in points and the rotation in degrees of each page; null for one that cannot be read.
    pages jsonb not null,
    findings text[] not null,
    object_id text not null,
    -- Of the file alone; bound to the id.
    wrapped_data_key bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    check (num_nonnulls(client_id, user_id) = 1)
  )`,
  sql`create index uploads_by_end on uploads (expires_at)`,
  sql`create index uploads_by_object on uploads (object_id)`,
]

const KEYS = [
  sql`create table personal_keys (
    id uuid primary key,
    user_id uuid not null references users,
    -- It acts for the person in this one, as long as they belong to it.
    subscription_id uuid not null references subscriptions,
    name text not null,
    scopes text[] not null,
    -- SHA-256 of the secret, which nobody keeps.
    secret_hash bytea not null,
    -- That of the person when it was made: a new password ends it.
    token_generation integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- To the minute.
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  sql`create index personal_keys_of_people on personal_keys (user_id)`,
  sql`create index personal_keys_by_end on personal_keys (expires_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [...REQUESTS, ...UPLOADS, ...KEYS]) await statement.execute(database)
}
