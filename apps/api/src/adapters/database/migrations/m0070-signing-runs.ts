/** Signing runs: many documents that a person authorises once, and that the server signs to their end. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table signing_runs (
    id uuid primary key,
    user_id uuid not null references users,
    -- The same key gives the same run.
    request_key text,
    certificate_id uuid not null,
    access_method text not null,
    -- {"by", "authority"}: how the server knew the person who began it.
    identified_by jsonb,
    -- Once the person's sessions are ended, the run is.
    token_generation integer not null,
    -- Of a certificate that does not say whose it is.
    confirmed_holder text,
    state text not null default 'preparing'
      check (state in ('preparing', 'needs-person', 'finishing', 'done', 'stopped')),
    paused boolean not null default false,
    -- Why it was stopped.
    code text,
    created_at timestamptz not null,
    authorised_at timestamptz,
    ended_at timestamptz,
    expires_at timestamptz not null,
    -- When there is something to do; whoever does it, and until when that is believed without another sign of life.
    due_at timestamptz not null,
    turn uuid,
    held_by text,
    held_until timestamptz not null,
    unique (user_id, request_key)
  )`,
  sql`create index signing_runs_of_people on signing_runs (user_id, created_at)`,
  sql`create index signing_runs_due on signing_runs (due_at) where ended_at is null`,
  sql`create index signing_runs_by_end on signing_runs (ended_at) where ended_at is not null`,
  sql`create table signing_run_items (
    id uuid primary key,
    run_id uuid not null references signing_runs on delete cascade,
    position integer not null,
    signer_id uuid not null,
    -- Null for a document that is not there for this person.
    document_id uuid references documents on delete cascade,
    -- Digest of the terms that the person has agreed to.
    accepted_disclaimer text,
    accept_changes boolean not null,
    state text not null
      check (state in ('queued', 'prepared', 'valued', 'finishing', 'moved-on', 'signed', 'failed', 'discarded')),
    code text,
    -- What is prepared: what the key signs, and what that stands for.
    signed_attributes bytea,
    signature_scheme text,
    digest_algorithm text,
    document_digest bytea,
    base_revision integer,
    -- The signature value, under the server key, from the authorisation until the document has it or it is destroyed.
    sealed_value bytea,
    -- When it is given up unless the document has it.
    value_until timestamptz,
    tries integer not null default 0,
    -- After a failure that passes.
    not_before timestamptz,
    ended_at timestamptz,
    unique (run_id, position),
    unique (run_id, signer_id)
  )`,
  sql`create index signing_run_items_to_do on signing_run_items (run_id, position)
    where state in ('queued', 'valued', 'finishing', 'moved-on')`,
  sql`create index signing_run_items_open on signing_run_items (signer_id)
    where state in ('queued', 'prepared', 'valued', 'finishing', 'moved-on')`,
  sql`create index signing_run_items_by_document on signing_run_items (document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
