/**
 * What people who sent documents are told by mail: one row for each thing that happened, until it is told. Rows that
 * were gathered for one mail carry the id of the first of them, and are held together while somebody sends it.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table sender_news (
    id uuid primary key,
    sender_id uuid not null references users,
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    event text not null check (event in ('signed', 'completed', 'rejected', 'expired')),
    actor_id uuid references users,
    happened_at timestamptz not null,
    due_at timestamptz not null,
    mail_id uuid,
    held_until timestamptz,
    told_at timestamptz
  )`,
  sql`create index sender_news_to_tell on sender_news (sender_id, due_at, id) where told_at is null`,
  sql`create index sender_news_by_document on sender_news (document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
