/** People without an account: who they are, and the invitations by which they come to their document. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table subscriptions add column allows_guests boolean not null default false`,
  // A guest has a row among the users, so that their signer, page views and events are those of anybody. Nobody logs in
  // with it: it has no password, no subscription and no identity. Their legal_id there is a random value.
  sql`create table guests (
    user_id uuid primary key references users on delete cascade,
    -- Which subscription invited them.
    subscription_id uuid not null references subscriptions,
    -- As the sender gave it; a certificate of their own has to state it.
    legal_id text,
    -- The sender wants the phone proved too.
    proves_phone boolean not null,
    created_at timestamptz not null
  )`,
  sql`create index guests_of_subscription on guests (subscription_id)`,
  sql`create table invitations (
    id uuid primary key,
    signer_id uuid not null references signers on delete cascade,
    -- SHA-256 of the secret in the mail; the secret itself is nowhere here.
    secret_digest bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When a later invitation took its place.
    voided_at timestamptz,
    -- When it opened its session.
    used_at timestamptz,
    -- SHA-256 of the secret and the code that was sent last: without the secret it cannot be guessed from here.
    code_digest bytea,
    code_by text check (code_by in ('email', 'phone')),
    code_expires_at timestamptz,
    code_tries integer not null default 0,
    codes_sent integer not null default 0,
    code_sent_at timestamptz,
    email_proved_at timestamptz
  )`,
  sql`create unique index invitations_current on invitations (signer_id) where voided_at is null`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
