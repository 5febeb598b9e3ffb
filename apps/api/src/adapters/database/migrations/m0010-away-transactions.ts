/** What a person has gone elsewhere for: to confirm at a provider, or to sign with an application on their own PC. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table away_transactions (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    -- CertType of the provider; local for Autofirma.
    cert_type text not null,
    -- sign: one document; hash: what another application asked for; authorise: an account; login: an account, anew.
    purpose text not null check (purpose in ('sign', 'hash', 'authorise', 'login')),
    signer_id uuid references signers on delete cascade,
    document_id uuid references documents on delete cascade,
    certificate_id uuid references certificates,
    -- Revision that was prepared, where one was.
    base_revision integer,
    state text not null
      check (state in ('awaiting_person', 'confirmed', 'finishing', 'done', 'failed', 'expired')),
    -- What it waits for, as operators are told.
    waits_for text not null check (waits_for in ('consent', 'second-factor', 'phone', 'pin', 'local-signature')),
    outcome_code text,
    -- Everything else, bound to the id and sealed under the server's key.
    sealed_data bytea not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    expires_at timestamptz not null,
    -- Whoever finishes it; it may be taken over once this moment has passed.
    lease_until timestamptz
  )`,
  // Whoever begins again for the same thing takes the place of what waited before.
  sql`create unique index one_living_away_per_signer on away_transactions (user_id, cert_type, purpose, signer_id)
      where signer_id is not null and state in ('awaiting_person', 'confirmed', 'finishing')`,
  sql`create index away_transactions_by_end on away_transactions (expires_at)`,
  sql`create index away_transactions_by_document on away_transactions (document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
