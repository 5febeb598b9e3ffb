/** What is told to people who sent documents. */
import { sql, type Kysely } from 'kysely'
import type { NewsStore, SenderEvent, SenderMail } from '../../../modules/notifications/ports.ts'
import { toldWords } from '../mails/told-words.ts'
import type { Schema } from '../schema.ts'
import { ACTORS, openGatheredNews } from './gathered-news.ts'

interface SenderRow {
  readonly event: SenderEvent
  readonly actor_name: string | null
  readonly reason: string | null
}

/** Of documents that somebody sent from a subscription that they are still of. */
export const openSenderNews = (database: Kysely<Schema>): NewsStore<SenderMail> =>
  openGatheredNews<SenderRow, SenderMail>(database, {
    ...{ table: 'sender_news', reader: 'sender_id' },
    columns: sql`news.event, actors.name as actor_name, ${REASON} as reason`,
    joins: sql`${ACTORS} join user_subscriptions on user_subscriptions.user_id = users.id
      and user_subscriptions.subscription_id = news.subscription_id`,
    toMail: (gathered, rows) => ({
      ...gathered,
      news: rows.map(({ document_id, file_name, event, actor_name, reason }) => ({
        ...{ documentId: document_id, fileName: file_name, event },
        ...{ actorName: actor_name ?? '', reason: reason ?? '' },
      })),
    }),
  })

/**
 * A document is rejected by one person, a signer or an approver; of a mail, what the server said that ended it. Of who
 * asks for somebody else, why, as long as that is asked.
 */
const REASON = sql`case news.event
  when 'rejected' then coalesce(
    (select rejection_reason from signers where document_id = documents.id and state = 'rejected' limit 1),
    (select rejection_reason from approvers where document_id = documents.id and state = 'rejected' limit 1))
  when 'passing-asked' then (
    select request.reason from passing_requests as request join signers on signers.id = request.signer_id
    where request.document_id = documents.id and signers.user_id = news.actor_id limit 1)
  when 'undelivered' then (
    select ${toldWords} from mails join mail_answers on mail_answers.mail_id = mails.id
    where document_id = documents.id and mail_answers.at = news.happened_at limit 1) end`
