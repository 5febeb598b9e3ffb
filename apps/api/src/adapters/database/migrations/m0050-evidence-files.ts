/** Evidence of documents that are over: files in versions, when the next one is due, and the key of the seal. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Set by every event of a document that is over, but for downloads; a lease while somebody makes the file.
  sql`alter table documents add column evidence_due_at timestamptz`,
  sql`create index documents_by_evidence_due on documents (evidence_due_at) where evidence_due_at is not null`,
  sql`create table evidence_files (
    document_id uuid not null references documents,
    version integer not null,
    user_id uuid,
    subscription_id uuid not null references subscriptions,
    stand text not null,
    object_id text not null,
    length bigint not null,
    digest bytea not null,
    made_at timestamptz not null,
    is_newest boolean not null default true
  )`,
  sql`create unique index evidence_files_by_reader
    on evidence_files (document_id, coalesce(user_id, '00000000-0000-0000-0000-000000000000'), version)`,
  // Those that no head stood for when they were made.
  sql`create index evidence_files_without_head on evidence_files (document_id)
    where is_newest and user_id is null and stand not like '%+head'`,
  sql`create index evidence_files_by_object on evidence_files (object_id)`,
  sql`create table seal_keys (
    id uuid primary key,
    wrapped_private_key bytea not null,
    certificate bytea not null,
    created_at timestamptz not null
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
