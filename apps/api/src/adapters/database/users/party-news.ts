/** What is told to people who were asked to sign or approve a document, once it is over. */
import type { Kysely } from 'kysely'
import type { ClaimedMail, NewsStore, PartyMail } from '../../../modules/notifications/ports.ts'
import { isGuest } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'
import { openGatheredNews } from './gathered-news.ts'

export function openPartyNews(database: Kysely<Schema>): NewsStore<PartyMail> {
  return {
    ...openGatheredNews(database, { table: 'party_news', reader: 'reader_id' }),
    read: (claimed) => readMail(database, claimed),
  }
}

/** @returns undefined when the person is no user any more */
async function readMail(database: Kysely<Schema>, { readerId, mailId }: ClaimedMail): Promise<PartyMail | undefined> {
  const rows = await database
    .selectFrom('party_news')
    .innerJoin('users', 'users.id', 'party_news.reader_id')
    .innerJoin('documents', 'documents.id', 'party_news.document_id')
    .leftJoin('users as actors', 'actors.id', 'party_news.actor_id')
    .where('party_news.reader_id', '=', readerId)
    .where('party_news.mail_id', '=', mailId)
    .where('party_news.told_at', 'is', null)
    .where('users.active', '=', true)
    .where('users.email', '<>', '')
    .orderBy('party_news.happened_at')
    .orderBy('party_news.id')
    .select(['party_news.document_id', 'party_news.event', 'party_news.part'])
    .select(['documents.file_name', 'actors.name as actor_name'])
    .select(['users.name', 'users.email', 'users.language', isGuest.as('is_guest')])
    .execute()
  const [person] = rows
  if (!person) return undefined
  return {
    id: mailId,
    person: { name: person.name, email: person.email, language: person.language },
    isGuest: person.is_guest,
    news: rows.map((row) => ({
      documentId: row.document_id,
      fileName: row.file_name,
      event: row.event,
      actorName: row.actor_name ?? '',
      part: row.part,
    })),
  }
}
