/**
 * Accounts at providers, and everything between the choice of a certificate and its signature: what was prepared, for
 * which batch, which code opens what, and which session is open.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Where codes go; null for people who have none.
  sql`alter table users add column phone text`,
  // Types that the operator granted and the person does not want to see.
  sql`alter table users add column hidden_flags text[] not null default '{}'`,
  sql`alter table certificates
    -- How the provider calls it; null for keys of our own vault.
    add column provider_ref text,
    add column inputs text[],
    add column max_documents integer,
    add column qualified boolean not null default false,
    add column scal text not null default '1' check (scal in ('1', '2')),
    -- Listed by the provider, and not able to sign.
    add column suspended boolean not null default false`,
  sql`create unique index certificates_by_provider_ref on certificates (user_id, type, provider_ref)
      where provider_ref is not null and deleted_at is null`,
  // A person's account at a provider. sealed_state is the connector's, wrapped and bound to (user, provider).
  sql`create table provider_accounts (
    user_id uuid not null references users,
    provider text not null,
    label text not null,
    sealed_state bytea not null,
    server_key_version integer not null,
    linked_at timestamptz not null,
    synchronised_at timestamptz,
    primary key (user_id, provider)
  )`,
  // Between two steps of proving who one is; one at a time for each provider.
  sql`create table provider_steps (
    user_id uuid not null references users,
    provider text not null,
    purpose text not null check (purpose in ('link', 'sign')),
    sealed_state bytea not null,
    expires_at timestamptz not null,
    primary key (user_id, provider)
  )`,
  sql`create table signing_batches (
    id uuid primary key,
    user_id uuid not null references users,
    certificate_id uuid not null references certificates,
    signer_ids uuid[] not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index signing_batches_by_end on signing_batches (expires_at)`,
  // A prepared signature: sealed_prepared is the value that is resumed, bound to (signer, certificate, base revision).
  sql`create table signature_preparations (
    signer_id uuid not null references signers on delete cascade,
    certificate_id uuid not null references certificates,
    base_revision integer not null,
    digest bytea not null,
    sealed_prepared bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (signer_id, certificate_id)
  )`,
  sql`create index signature_preparations_by_end on signature_preparations (expires_at)`,
  // What a code opened: it signs these digests, for this person, with this certificate.
  sql`create table signing_sessions (
    id uuid primary key,
    user_id uuid not null references users,
    certificate_id uuid not null references certificates,
    batch_id uuid references signing_batches on delete cascade,
    digests bytea[] not null,
    state text not null check (state in ('waiting', 'open', 'closed')),
    sealed_state bytea,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index signing_sessions_by_end on signing_sessions (expires_at)`,
  // Codes that the server makes itself: only a keyed hash is kept.
  sql`create table one_time_codes (
    id uuid primary key,
    user_id uuid not null references users,
    certificate_id uuid not null references certificates,
    batch_id uuid references signing_batches on delete cascade,
    digests bytea[] not null,
    code_hash bytea not null,
    tries_left integer not null check (tries_left >= 0),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create index one_time_codes_by_certificate on one_time_codes (certificate_id, created_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
