/** What waits for a person is told in one mail with what else does, as often as they wish; and such mails are known by each part. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // {"waiting", "reminders", "sent", "ended"}: at-once, hourly, daily, weekly or never; what is not said is at once.
  sql`create table mail_choices (
    user_id uuid primary key references users on delete cascade,
    choices jsonb not null,
    -- A name of the IANA time zone database, for days and weeks.
    time_zone text not null
  )`,
  sql`create table waiting_news (
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
  sql`create unique index waiting_news_of_signers on waiting_news (signer_id)
    where signer_id is not null and told_at is null`,
  sql`create unique index waiting_news_of_approvers on waiting_news (approver_id)
    where approver_id is not null and told_at is null`,
  sql`create index waiting_news_by_signer on waiting_news (signer_id) where signer_id is not null`,
  sql`create index waiting_news_by_approver on waiting_news (approver_id) where approver_id is not null`,
  sql`create index waiting_news_to_tell on waiting_news (reader_id, due_at, id) where told_at is null`,
  sql`create index waiting_news_by_document on waiting_news (document_id)`,
  // Of a mail that is about several.
  sql`create table mail_parts (
    mail_id uuid not null references mails on delete cascade,
    -- The signer or approver that it is about, and their document.
    part_id uuid not null,
    document_id uuid references documents on delete cascade,
    primary key (mail_id, part_id)
  )`,
  sql`create index mail_parts_by_part on mail_parts (part_id)`,
  sql`create index mail_parts_by_document on mail_parts (document_id) where document_id is not null`,
  sql`create view mails_about as
    select id as mail_id, part_id, document_id from mails where part_id is not null
    union all select mail_id, part_id, document_id from mail_parts`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
