/** News that are gathered in mails: claimed and told, each by one conditional UPDATE. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ClaimedMail, MailReader, NewsStore } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'

/** Rows that have the columns of a mail (`due_at`, `mail_id`, `held_until`, `told_at`), and what they tell. */
export interface NewsSource<Row, Mail> {
  readonly table: 'sender_news' | 'party_news' | 'reminder_news' | 'waiting_news'
  /** The column that says who reads them. */
  readonly reader: 'sender_id' | 'reader_id'
  /** Columns of `news`, `documents` and `users` that each of them tells. */
  readonly columns: RawBuilder<unknown>
  /** Joins that these columns need, and that take out what its reader may not be told. */
  readonly joins: RawBuilder<unknown>
  /** @param rows at least one, the oldest first */
  readonly toMail: (gathered: Gathered, rows: readonly (Row & NewsRow)[]) => Mail
}

interface Gathered {
  readonly id: string
  readonly person: MailReader
}

interface NewsRow {
  readonly document_id: string
  readonly file_name: string
}

/** Who did what is told: `actors`, with nulls where nobody did. */
export const ACTORS = sql`left join users as actors on actors.id = news.actor_id`

/** Longer than a mail server is waited for, and shorter than the pause after which a lost job is run again. */
const HELD = sql.raw(`interval '5 minutes'`)

export function openGatheredNews<Row, Mail>(database: Kysely<Schema>, source: NewsSource<Row, Mail>): NewsStore<Mail> {
  const [table, reader] = [sql.table(source.table), sql.ref(source.reader)]
  const set = async ({ readerId, mailId }: ClaimedMail, column: 'held_until' | 'told_at', at: Date | null) => {
    await sql`update ${table} set ${sql.ref(column)} = ${at}::timestamptz
      where ${reader} = ${readerId} and mail_id = ${mailId} and told_at is null`.execute(database)
  }
  return {
    claim: (readerId) => claim(database, { table, reader }, readerId),
    read: (claimed) => readMail(database, source, claimed),
    release: (claimed) => set(claimed, 'held_until', null),
    markTold: (claimed, at) => set(claimed, 'told_at', at),
  }
}

interface Names {
  readonly table: RawBuilder<unknown>
  readonly reader: RawBuilder<unknown>
}

/**
 * Takes a mail that was begun and is held by nobody, as it was; else a new one of all that was not gathered yet, once
 * its oldest news is due. The first row decides: of two servers one waits for its lock and then finds it held. The
 * database's clock counts, which is the one that jobs are due by.
 */
async function claim(
  database: Kysely<Schema>,
  { table, reader }: Names,
  readerId: string,
): Promise<ClaimedMail | undefined> {
  const taken = await sql<{ mail_id: string }>`
    with first as (
      select id, mail_id from ${table}
      where ${reader} = ${readerId} and told_at is null and due_at <= now()
        and (held_until is null or held_until < now())
      order by due_at, id limit 1 for update
    )
    update ${table} as news set mail_id = coalesce(first.mail_id, first.id), held_until = now() + ${HELD}
    from first where news.${reader} = ${readerId} and news.told_at is null
      and news.mail_id is not distinct from first.mail_id
    returning news.mail_id`.execute(database)
  return taken.rows[0] && { readerId, mailId: taken.rows[0].mail_id }
}

/** @returns undefined where the person is no user any more, or may not be told */
async function readMail<Row, Mail>(
  database: Kysely<Schema>,
  { table, reader, columns, joins, toMail }: NewsSource<Row, Mail>,
  { readerId, mailId }: ClaimedMail,
): Promise<Mail | undefined> {
  const { rows } = await sql<Row & NewsRow & MailReader>`
    select news.document_id, documents.file_name, users.name, users.email, users.language,
      ${columns}
    from ${sql.table(table)} as news
      join users on users.id = news.${sql.ref(reader)} and users.active and users.email <> ''
      join documents on documents.id = news.document_id
      ${joins}
    where news.${sql.ref(reader)} = ${readerId} and news.mail_id = ${mailId} and news.told_at is null
    order by news.happened_at, news.id`.execute(database)
  const [first] = rows
  if (!first) return undefined
  const { name, email, language } = first
  return toMail({ id: mailId, person: { name, email, language } }, rows)
}
