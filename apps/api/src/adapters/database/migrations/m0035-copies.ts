/** Copies: people who sign nothing, read a document from the moment they are given it, and are told when it is over. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table copies (
    id uuid primary key,
    document_id uuid not null references documents on delete cascade,
    subscription_id uuid not null references subscriptions,
    user_id uuid not null references users,
    given_at timestamptz not null,
    -- When they were told that it is over.
    told_at timestamptz,
    unique (document_id, user_id)
  )`,
  // What somebody got a copy of is listed with what they signed, the latest first.
  sql`create index copies_of_user on copies (user_id, given_at desc, id desc)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
