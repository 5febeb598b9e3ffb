/** What is told to people who were asked to sign or approve a document, once it is over. */
import { sql, type Kysely } from 'kysely'
import type { NewsStore, PartyMail, PartyNews } from '../../../modules/notifications/ports.ts'
import { isGuest } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'
import { ACTORS, openGatheredNews } from './gathered-news.ts'

type PartyRow = Pick<PartyNews, 'event' | 'part'> & { readonly is_guest: boolean; readonly actor_name: string | null }

export const openPartyNews = (database: Kysely<Schema>): NewsStore<PartyMail> =>
  openGatheredNews<PartyRow, PartyMail>(database, {
    ...{ table: 'party_news', reader: 'reader_id' },
    columns: sql`news.event, news.part, actors.name as actor_name, ${isGuest} as is_guest`,
    joins: ACTORS,
    toMail: (gathered, rows) => ({
      ...gathered,
      isGuest: rows.some(({ is_guest }) => is_guest),
      news: rows.map(({ document_id, file_name, event, actor_name, part }) => ({
        ...{ documentId: document_id, fileName: file_name, event, actorName: actor_name ?? '', part },
      })),
    }),
  })
