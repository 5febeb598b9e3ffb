/** What is told to people who sent documents. */
import { sql, type Kysely } from 'kysely'
import type { ClaimedMail, NewsStore, SenderMail } from '../../../modules/notifications/ports.ts'
import { toldWords } from '../mails/told-words.ts'
import type { Schema } from '../schema.ts'
import { openGatheredNews } from './gathered-news.ts'

export function openSenderNews(database: Kysely<Schema>): NewsStore<SenderMail> {
  return {
    ...openGatheredNews(database, { table: 'sender_news', reader: 'sender_id' }),
    read: (claimed) => readMail(database, claimed),
  }
}

/** @returns undefined when the person is no user any more, or not of the subscription that they sent from */
async function readMail(database: Kysely<Schema>, { readerId, mailId }: ClaimedMail): Promise<SenderMail | undefined> {
  const rows = await database
    .selectFrom('sender_news')
    .innerJoin('users', 'users.id', 'sender_news.sender_id')
    .innerJoin('documents', 'documents.id', 'sender_news.document_id')
    .innerJoin('user_subscriptions', (join) =>
      join
        .onRef('user_subscriptions.user_id', '=', 'users.id')
        .onRef('user_subscriptions.subscription_id', '=', 'sender_news.subscription_id'),
    )
    .leftJoin('users as actors', 'actors.id', 'sender_news.actor_id')
    .where('sender_news.sender_id', '=', readerId)
    .where('sender_news.mail_id', '=', mailId)
    .where('sender_news.told_at', 'is', null)
    .where('users.active', '=', true)
    .where('users.email', '<>', '')
    .orderBy('sender_news.happened_at')
    .orderBy('sender_news.id')
    .select(['sender_news.document_id', 'sender_news.event', 'documents.file_name', 'actors.name as actor_name'])
    .select(['users.name', 'users.email', 'users.language', reason])
    .execute()
  const [person] = rows
  if (!person) return undefined
  return {
    id: mailId,
    person: { name: person.name, email: person.email, language: person.language },
    news: rows.map((row) => ({
      documentId: row.document_id,
      fileName: row.file_name,
      event: row.event,
      actorName: row.actor_name ?? '',
      reason: row.reason ?? '',
    })),
  }
}

/** A document is rejected by one person, a signer or an approver; of a mail, what the server said that ended it. */
const reason = sql<string | null>`case sender_news.event
  when 'rejected' then coalesce(
    (select rejection_reason from signers where document_id = documents.id and state = 'rejected' limit 1),
    (select rejection_reason from approvers where document_id = documents.id and state = 'rejected' limit 1))
  when 'undelivered' then (
    select ${toldWords} from mails join mail_answers on mail_answers.mail_id = mails.id
    where document_id = documents.id and mail_answers.at = sender_news.happened_at limit 1) end`.as('reason')
