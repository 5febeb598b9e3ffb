/** What is told to people of what waits for them: when it begins to, and to remind them by itself. */
import { sql, type Kysely } from 'kysely'
import type { AskedMail, AskedNews, NewsStore } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'
import { openGatheredNews } from './gathered-news.ts'
import { toDeadline, zoneOf, type DeadlineRow } from './mail-deadline.ts'

interface AskedRow extends DeadlineRow {
  readonly event: AskedNews['event']
  readonly part_id: string
  readonly sender_name: string
}

/** Of whom nobody has told yet that it waits, there is nothing to remind. */
const UNTOLD = { waiting_news: sql`and notified_at is null`, reminder_news: sql`` }

/** Of what waits for them still; whoever is signing waits again when that fails. */
export const openAskedNews = (
  database: Kysely<Schema>,
  table: 'waiting_news' | 'reminder_news',
): NewsStore<AskedMail> =>
  openGatheredNews<AskedRow, AskedMail>(database, {
    ...{ table, reader: 'reader_id' },
    columns: sql`parts.event, parts.id as part_id, documents.sender_name, documents.deadline,
      ${zoneOf({ reader: 'users.id', sender: 'documents.user_id' })} as zone`,
    joins: sql`join (
        select id, 'sign' as event from signers where state in ('pending', 'signing') ${UNTOLD[table]}
        union all select id, 'approve' from approvers where state = 'pending' ${UNTOLD[table]}
      ) as parts on parts.id = coalesce(news.signer_id, news.approver_id)`,
    toMail: (gathered, rows) => ({
      ...gathered,
      news: rows.map((row) => ({
        ...{ documentId: row.document_id, fileName: row.file_name, event: row.event },
        ...{ partId: row.part_id, senderName: row.sender_name, deadline: toDeadline(row) },
      })),
    }),
  })
