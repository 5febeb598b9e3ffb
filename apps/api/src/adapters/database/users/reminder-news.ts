/** What is told to people who are reminded by themselves of what waits for them. */
import { sql, type Kysely } from 'kysely'
import type { NewsStore, ReminderMail, ReminderNews } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'
import { openGatheredNews } from './gathered-news.ts'

interface ReminderRow {
  readonly event: ReminderNews['event']
  readonly part_id: string
  readonly sender_name: string
}

/** Of what waits for them still; whoever is signing waits again when that fails. */
export const openReminderNews = (database: Kysely<Schema>): NewsStore<ReminderMail> =>
  openGatheredNews<ReminderRow, ReminderMail>(database, {
    ...{ table: 'reminder_news', reader: 'reader_id' },
    columns: sql`parts.event, parts.id as part_id, documents.sender_name`,
    joins: sql`join (
        select id, 'sign' as event from signers where state in ('pending', 'signing')
        union all select id, 'approve' from approvers where state = 'pending'
      ) as parts on parts.id = coalesce(news.signer_id, news.approver_id)`,
    toMail: (gathered, rows) => ({
      ...gathered,
      news: rows.map(({ document_id, file_name, event, part_id, sender_name }) => ({
        ...{ documentId: document_id, fileName: file_name, event },
        ...{ partId: part_id, senderName: sender_name },
      })),
    }),
  })
