/** When people are reminded by themselves of what waits for them, and the mails that tell them. */
import { sql, type Kysely } from 'kysely'

const PARTS = ['signers', 'approvers'].map((name) => sql.table(name))

const STATEMENTS = [
  ...PARTS.map(
    (table) => sql`alter table ${table}
      -- Since somebody reminded them, or ever.
      add column reminders integer not null default 0,
      add column reminders_planned boolean not null default false,
      -- Null for never.
      add column next_reminder_at timestamptz`,
  ),
  // Nobody who sent before expects that, and hundreds of mails at once help nobody.
  ...PARTS.map((table) => sql`update ${table} set reminders_planned = true where state in ('pending', 'signing')`),
  sql`create index signers_to_plan on signers (notified_at)
    where state = 'pending' and notified_at is not null and not reminders_planned`,
  sql`create index approvers_to_plan on approvers (notified_at)
    where state = 'pending' and notified_at is not null and not reminders_planned`,
  sql`create index signers_to_remind on signers (next_reminder_at)
    where state = 'pending' and next_reminder_at is not null`,
  sql`create index approvers_to_remind on approvers (next_reminder_at)
    where state = 'pending' and next_reminder_at is not null`,
  // {"first", "every", "most"}; null: as is usual, or as the subscription says.
  sql`alter table subscriptions add column reminders jsonb`,
  sql`alter table documents add column reminders jsonb`,
  sql`create table reminder_news (
    id uuid primary key,
    reader_id uuid not null references users,
    document_id uuid not null references documents on delete cascade,
    -- One of them: what waits for the reader.
    signer_id uuid references signers on delete cascade,
    approver_id uuid references approvers on delete cascade,
    happened_at timestamptz not null,
    due_at timestamptz not null,
    mail_id uuid,
    held_until timestamptz,
    told_at timestamptz,
    check (num_nonnulls(signer_id, approver_id) = 1)
  )`,
  sql`create index reminder_news_to_tell on reminder_news (reader_id, due_at, id) where told_at is null`,
  sql`create index reminder_news_by_document on reminder_news (document_id)`,
  sql`create index reminder_news_by_signer on reminder_news (signer_id) where signer_id is not null`,
  sql`create index reminder_news_by_approver on reminder_news (approver_id) where approver_id is not null`,
  sql`alter table sender_news drop constraint sender_news_event_check`,
  sql`alter table sender_news add constraint sender_news_event_check
    check (event in ('signed', 'completed', 'rejected', 'expired', 'undelivered', 'unanswered')) not valid`,
  sql`alter table sender_news validate constraint sender_news_event_check`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
