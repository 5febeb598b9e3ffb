/** News that are gathered in mails: claimed and told, each by one conditional UPDATE. */
import { sql, type Kysely } from 'kysely'
import type { ClaimedMail, NewsStore } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'

/** Rows that have the columns of a mail: `due_at`, `mail_id`, `held_until`, `told_at`. */
export interface NewsRows {
  readonly table: 'sender_news' | 'party_news'
  /** The column that says who reads them. */
  readonly reader: 'sender_id' | 'reader_id'
}

/** Longer than a mail server is waited for, and shorter than the pause after which a lost job is run again. */
const HELD = sql.raw(`interval '5 minutes'`)

export function openGatheredNews(database: Kysely<Schema>, rows: NewsRows): Omit<NewsStore<never>, 'read'> {
  const table = sql.table(rows.table)
  const set = async ({ readerId, mailId }: ClaimedMail, column: 'held_until' | 'told_at', at: Date | null) => {
    await sql`update ${table} set ${sql.ref(column)} = ${at}::timestamptz
      where ${sql.ref(rows.reader)} = ${readerId} and mail_id = ${mailId} and told_at is null`.execute(database)
  }
  return {
    claim: (readerId) => claim(database, rows, readerId),
    release: (claimed) => set(claimed, 'held_until', null),
    markTold: (claimed, at) => set(claimed, 'told_at', at),
  }
}

/**
 * Takes a mail that was begun and is held by nobody, as it was; else a new one of all that was not gathered yet, once
 * its oldest news is due. The first row decides: of two servers one waits for its lock and then finds it held. The
 * database's clock counts, which is the one that jobs are due by.
 */
async function claim(database: Kysely<Schema>, rows: NewsRows, readerId: string): Promise<ClaimedMail | undefined> {
  const [table, reader] = [sql.table(rows.table), sql.ref(rows.reader)]
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
