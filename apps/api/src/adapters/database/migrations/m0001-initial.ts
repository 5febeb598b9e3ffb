/**
 * The first shape of the database.
 *
 * The list of pending documents must be answered from one covering index, so the
 * document's immutable header is repeated on each signer's row (measured: 20 to 400 times faster
 * than a join). Every table that belongs to a tenant carries its subscription.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table subscriptions (
    id uuid primary key,
    name text not null unique,
    primary_color text not null,
    primary_text_color text not null,
    secondary_color text not null,
    secondary_text_color text not null,
    logo text,
    created_at timestamptz not null
  )`,
  sql`create table users (
    id uuid primary key,
    user_id text not null,
    name text not null,
    legal_id text not null unique,
    legal_id_type text not null,
    email text not null,
    language text not null,
    password_hash text,
    must_reset_password boolean not null default false,
    active boolean not null default true,
    certificate_flags text[] not null,
    failed_logins integer not null default 0,
    locked_until timestamptz,
    signature_image bytea,
    created_at timestamptz not null
  )`,
  sql`create unique index users_by_user_id on users (lower(user_id))`,
  sql`create table user_subscriptions (
    user_id uuid not null references users on delete cascade,
    subscription_id uuid not null references subscriptions,
    primary key (user_id, subscription_id)
  )`,
  sql`create table clients (
    id text primary key,
    subscription_id uuid not null references subscriptions,
    name text not null,
    secret_hash text not null,
    redirect_uris text[] not null,
    return_urls text[] not null,
    scopes text[] not null,
    active boolean not null default true,
    created_at timestamptz not null
  )`,
  sql`create table token_keys (
    id text primary key,
    public_jwk jsonb not null,
    wrapped_private_key bytea not null,
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  sql`create table revoked_tokens (
    id text primary key,
    expires_at timestamptz not null
  )`,
  sql`create table documents (
    id uuid primary key,
    subscription_id uuid not null references subscriptions,
    client_id text references clients,
    idempotency_key text,
    request_digest bytea,
    file_name text not null,
    description text not null,
    tag text not null,
    sender_name text not null,
    state text not null check (state in ('open', 'completed', 'rejected', 'expired', 'cancelled')),
    signing_order text not null check (signing_order in ('parallel', 'sequential')),
    page_count integer not null,
    deadline timestamptz,
    callback text,
    wrapped_data_key bytea,
    current_revision integer not null,
    audit_sequence bigint not null default 0,
    audit_hash bytea,
    uploaded_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index documents_by_subscription on documents (subscription_id)`,
  sql`create unique index documents_by_idempotency_key on documents (client_id, idempotency_key)`,
  sql`create index documents_by_deadline on documents (deadline) where state = 'open' and deadline is not null`,
  sql`create table revisions (
    document_id uuid not null references documents on delete cascade,
    number integer not null,
    subscription_id uuid not null references subscriptions,
    kind text not null check (kind in ('intake', 'fields', 'signature', 'validation_data', 'archive_timestamp')),
    object_id text not null,
    base_length bigint not null,
    length bigint not null,
    digest bytea not null,
    signer_id uuid,
    created_at timestamptz not null,
    primary key (document_id, number)
  )`,
  sql`create index revisions_by_object on revisions (object_id)`,
  sql`create table certificates (
    id uuid primary key,
    user_id uuid not null references users,
    type text not null,
    alias text not null,
    dn text not null,
    serial_number text not null,
    not_before timestamptz not null,
    not_after timestamptz not null,
    authentication_type text not null,
    pin_required boolean not null,
    key_algorithm text not null,
    certificate bytea not null,
    chain bytea[] not null,
    wrapped_key bytea,
    server_key_version integer,
    pin_tries_reserved integer not null default 0 check (pin_tries_reserved >= 0),
    pin_reserved_at timestamptz,
    pin_failures integer not null default 0 check (pin_failures >= 0),
    locked_at timestamptz,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  sql`create unique index certificates_by_alias on certificates (user_id, type, alias) where deleted_at is null`,
  sql`create index certificates_by_key_version on certificates (server_key_version) where wrapped_key is not null`,
  sql`create table signers (
    id uuid primary key,
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    user_id uuid not null references users,
    ordinal integer not null,
    signer_name text not null,
    state text not null check (state in ('waiting', 'pending', 'signing', 'signed', 'rejected', 'cancelled')),
    reason text,
    read_all boolean not null,
    disclaimer_title text,
    disclaimer_text text,
    certificate_id uuid references certificates,
    certificate_alias text,
    has_attachment boolean not null,
    file_name text not null,
    upload_time timestamptz not null,
    tag text not null,
    sender_name text not null,
    description text not null,
    told_at timestamptz,
    operated_at timestamptz,
    rejection_reason text,
    access_method text,
    unique (document_id, user_id)
  )`,
  sql`create index pending_by_file_name on signers (user_id, file_name, id)
      include (upload_time, tag, sender_name, certificate_id, document_id) where state in ('pending', 'signing')`,
  sql`create index pending_by_upload_time on signers (user_id, upload_time, id)
      include (file_name, tag, sender_name, certificate_id, document_id) where state in ('pending', 'signing')`,
  sql`create index signers_by_document on signers (document_id, ordinal)`,
  sql`create table signature_fields (
    id uuid primary key,
    document_id uuid not null references documents on delete cascade,
    signer_id uuid not null references signers on delete cascade,
    subscription_id uuid not null references subscriptions,
    ordinal integer not null,
    name text not null,
    page integer not null,
    x real,
    y real,
    width real,
    height real,
    unique (document_id, name)
  )`,
  sql`create index signature_fields_by_signer on signature_fields (signer_id, ordinal)`,
  sql`create table approvers (
    id uuid primary key,
    document_id uuid not null references documents on delete cascade,
    signer_id uuid not null references signers on delete cascade,
    subscription_id uuid not null references subscriptions,
    user_id uuid not null references users,
    state text not null check (state in ('pending', 'accepted', 'rejected')),
    operated_at timestamptz,
    rejection_reason text,
    unique (signer_id, user_id)
  )`,
  sql`create index approvers_pending on approvers (user_id, id) where state = 'pending'`,
  sql`create table attachments (
    id uuid primary key,
    document_id uuid not null references documents on delete cascade,
    signer_id uuid references signers on delete cascade,
    subscription_id uuid not null references subscriptions,
    file_name text not null,
    media_type text not null,
    object_id text not null,
    length bigint not null,
    page_count integer,
    created_at timestamptz not null
  )`,
  sql`create index attachments_by_document on attachments (document_id)`,
  sql`create index attachments_by_object on attachments (object_id)`,
  sql`create table signing_transactions (
    id uuid primary key,
    signer_id uuid not null references signers on delete cascade,
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    user_id uuid not null references users,
    certificate_id uuid references certificates,
    attempt_key text not null,
    state text not null check (state in ('prepared', 'awaiting_person', 'signing', 'signed', 'failed', 'expired')),
    base_revision integer,
    shown_digest bytea,
    signed_digest bytea,
    sealed_state bytea,
    lease_owner text,
    lease_until timestamptz,
    outcome_code text,
    access_method text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (signer_id, attempt_key)
  )`,
  sql`create unique index one_live_transaction_per_signer on signing_transactions (signer_id)
      where state in ('prepared', 'awaiting_person', 'signing', 'signed')`,
  sql`create index live_transactions_by_lease on signing_transactions (lease_until)
      where state in ('prepared', 'awaiting_person', 'signing')`,
  sql`create table page_views (
    signer_id uuid not null references signers on delete cascade,
    page integer not null,
    subscription_id uuid not null references subscriptions,
    revision integer not null,
    image_digest bytea not null,
    width integer not null,
    served_at timestamptz not null,
    primary key (signer_id, page)
  )`,
  sql`create table revocation_data (
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    signer_id uuid not null references signers on delete cascade,
    kind text not null check (kind in ('ocsp', 'crl', 'certificate')),
    digest bytea not null,
    content bytea not null,
    fetched_at timestamptz not null,
    primary key (document_id, kind, digest)
  )`,
  sql`create table audit_events (
    document_id uuid not null,
    sequence bigint not null,
    subscription_id uuid not null references subscriptions,
    type text not null,
    at timestamptz not null,
    canonical text not null,
    previous_hash bytea,
    hash bytea not null,
    primary key (document_id, sequence)
  )`,
  sql`create index audit_events_by_time on audit_events (at)`,
  sql`create table audit_personal_data (
    commitment bytea primary key,
    document_id uuid not null,
    subscription_id uuid not null references subscriptions,
    salt bytea not null,
    value text not null
  )`,
  sql`create table audit_keys (
    id text primary key,
    wrapped_private_key bytea not null,
    created_at timestamptz not null
  )`,
  sql`create table audit_heads (
    day date not null,
    subscription_id uuid not null references subscriptions,
    canonical text not null,
    hash bytea not null,
    signature bytea not null,
    key_id text not null references audit_keys,
    created_at timestamptz not null,
    primary key (day, subscription_id)
  )`,
  // The ends that the newest head stands for. They name documents that may be gone: that is what they are for.
  sql`create table audit_head_ends (
    subscription_id uuid not null references subscriptions,
    document_id uuid not null,
    sequence bigint not null,
    hash bytea not null,
    primary key (subscription_id, document_id)
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
