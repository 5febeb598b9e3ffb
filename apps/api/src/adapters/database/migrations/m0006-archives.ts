/**
 * The long-term form of documents, and what validation found in them: the evidence that is gathered for signatures, how
 * far each document is, and the findings of each revision by its digest.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Evidence is kept as an object of its document, like a revision.
  sql`drop table revocation_data`,
  sql`create table document_evidence (
    document_id uuid primary key references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    -- All signatures up to this revision are covered.
    revision integer not null,
    object_id text not null,
    gathered_at timestamptz not null
  )`,
  sql`create index document_evidence_by_object on document_evidence (object_id)`,
  sql`create table document_archives (
    document_id uuid primary key references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    state text not null check (state in ('none', 'waiting', 'done', 'failed')),
    level text not null,
    -- A code, and the facts behind it as JSON.
    reason text,
    cause text,
    tries integer not null default 0,
    -- When it is due; while it is being worked on, when that is given up.
    due_at timestamptz,
    -- When the archive timestamp must be renewed.
    renew_at timestamptz,
    updated_at timestamptz not null
  )`,
  sql`create index document_archives_by_due on document_archives (due_at) where due_at is not null`,
  sql`create index document_archives_by_renewal on document_archives (renew_at) where state = 'done'`,
  sql`create index document_archives_by_state on document_archives (state, updated_at)`,
  // Documents that were completed before get their long-term form too.
  sql`insert into document_archives (document_id, subscription_id, state, level, due_at, updated_at)
      select id, subscription_id, 'waiting', 'PAdES-BASELINE-T', now(), now() from documents
      where state = 'completed' and wrapped_data_key is not null`,
  // Null for documents of before: then it is not known.
  sql`alter table documents add column arrived_signed boolean`,
  sql`create table document_validations (
    document_id uuid not null references documents on delete cascade,
    -- Of the whole revision.
    digest bytea not null,
    subscription_id uuid not null references subscriptions,
    -- Of the rules that were applied.
    rules integer not null,
    integrity text not null check (integrity in ('intact', 'suspicious', 'broken')),
    object_id text not null,
    validated_at timestamptz not null,
    primary key (document_id, digest)
  )`,
  sql`create index document_validations_by_object on document_validations (object_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
