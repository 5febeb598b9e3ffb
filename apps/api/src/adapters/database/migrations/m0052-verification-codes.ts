/** Codes that lead from a printed document to what is told of it, how often codes are looked up, and issued files by content. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table verification_codes (
    document_id uuid primary key references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    digest bytea not null unique,
    wrapped_code bytea not null,
    level text check (level in ('compare', 'facts', 'names', 'download')),
    withdrawn_at timestamptz
  )`,
  sql`create table verification_counts (
    hour timestamptz not null,
    outcome text not null check (outcome in ('found', 'unknown')),
    count bigint not null,
    primary key (hour, outcome)
  )`,
  // What came to the installation it did not issue.
  sql`create index revisions_by_issue on revisions (digest) where number > 0`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
