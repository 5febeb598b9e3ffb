/** What became of each mail: whether a mail server took it, and whether it came back. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table mails (
    id uuid primary key,
    -- Its Message-ID before the at sign; the same at every try.
    name text not null unique,
    -- In the address that reports about it go to; known to nobody else.
    return_code text not null unique,
    -- The signer, approver, copy or loss that it is about, and their document; null for what is about several, or none.
    part_id uuid,
    document_id uuid references documents on delete cascade,
    address text not null,
    state text not null default 'waiting' check (state in ('waiting', 'taken', 'refused', 'delivered', 'returned')),
    tries integer not null default 0,
    created_at timestamptz not null,
    changed_at timestamptz not null
  )`,
  sql`create index mails_of_parts on mails (part_id, created_at desc) where part_id is not null`,
  sql`create index mails_by_document on mails (document_id) where document_id is not null`,
  sql`create index mails_by_time on mails (created_at)`,
  // What mail servers said, in their order.
  sql`create table mail_answers (
    mail_id uuid not null references mails on delete cascade,
    number integer not null,
    at timestamptz not null,
    state text not null check (state in ('waiting', 'taken', 'refused', 'delivered', 'returned')),
    -- The host that said it; empty where nobody knows.
    server text not null,
    -- Of RFC 5321 and RFC 3463; null where none was said.
    code integer,
    status text,
    words text not null,
    primary key (mail_id, number)
  )`,
  // The address that mails came back from; a person with another one since can be written to.
  sql`alter table users add column returned_address text`,
  sql`alter table sender_news drop constraint sender_news_event_check`,
  sql`alter table sender_news add constraint sender_news_event_check
    check (event in ('signed', 'completed', 'rejected', 'expired', 'undelivered')) not valid`,
  sql`alter table sender_news validate constraint sender_news_event_check`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
