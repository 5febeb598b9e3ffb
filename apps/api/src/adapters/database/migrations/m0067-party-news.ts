/**
 * What people who were asked for something of a document are told by mail when it is over: one row for each of them,
 * gathered, held and told as the news of those who send.
 */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table party_news (
    id uuid primary key,
    reader_id uuid not null references users,
    document_id uuid not null references documents on delete cascade,
    event text not null check (event in ('completed', 'rejected', 'expired', 'cancelled')),
    -- What they had done by then.
    part text not null check (part in ('signed', 'approved', 'asked')),
    actor_id uuid references users,
    happened_at timestamptz not null,
    due_at timestamptz not null,
    mail_id uuid,
    held_until timestamptz,
    told_at timestamptz
  )`,
  sql`create index party_news_to_tell on party_news (reader_id, due_at, id) where told_at is null`,
  sql`create index party_news_by_document on party_news (document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
