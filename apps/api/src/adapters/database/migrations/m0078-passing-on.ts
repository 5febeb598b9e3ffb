/** Whether signers may name somebody else in their place, and whom they have named where the sender has to agree. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table signers add column passing_on text not null default 'no'`,
  sql`alter table signers add constraint signers_passing_on_check
    check (passing_on in ('no', 'asked', 'yes')) not valid`,
  sql`alter table signers validate constraint signers_passing_on_check`,
  // The last request of each signer, as long as they are on the document.
  sql`create table passing_requests (
    signer_id uuid primary key references signers on delete cascade,
    document_id uuid not null references documents on delete cascade,
    -- Who is to be asked instead.
    person_id uuid not null references users,
    reason text not null,
    asked_at timestamptz not null,
    -- Null as long as the sender has not answered; where they agree, there is no row any more.
    declined_at timestamptz,
    decline_reason text,
    check ((declined_at is null) = (decline_reason is null))
  )`,
  sql`create index passing_requests_by_document on passing_requests (document_id)`,
  sql`create index passing_requests_by_person on passing_requests (person_id)`,
  sql`alter table sender_news drop constraint sender_news_event_check`,
  sql`alter table sender_news add constraint sender_news_event_check
    check (event in ('signed', 'completed', 'rejected', 'expired', 'undelivered', 'unanswered', 'passed-on',
      'passing-asked')) not valid`,
  sql`alter table sender_news validate constraint sender_news_event_check`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
