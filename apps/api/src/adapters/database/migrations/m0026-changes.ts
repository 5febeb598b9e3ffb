/**
 * What changes after sending: a message of one document instead of its dispatch's, when somebody was reminded last, and
 * who lost a document by a change, until they are told.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Null: what was said to everybody on its dispatch.
  sql`alter table documents add column message text`,
  sql`alter table signers add column reminded_at timestamptz`,
  sql`alter table approvers add column reminded_at timestamptz`,
  sql`create table lost_documents (
    id uuid primary key,
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    user_id uuid not null references users,
    -- What the sender says to them; empty for nothing.
    reason text not null,
    lost_at timestamptz not null,
    told_at timestamptz
  )`,
  sql`create index lost_documents_by_document on lost_documents (document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
