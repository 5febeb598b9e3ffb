/** What signers agreed to before they signed. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table accepted_disclaimers (
    signer_id uuid primary key references signers on delete cascade,
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    -- As they were shown.
    title text not null,
    text text not null,
    -- Of a standard text; a sender's own has none.
    language text,
    -- SHA-256 over title, line feed and text: the audit log repeats it.
    digest bytea not null,
    accepted_at timestamptz not null
  )`,
  sql`create index accepted_disclaimers_by_document on accepted_disclaimers (document_id)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
