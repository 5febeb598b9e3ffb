/** What was sent: the list, and each document with its events and its file. */
import type { Contract } from '@rubrica/contract'
import { dayAfter, startOfDay } from '@rubrica/domain'
import type { DocumentBytes } from '../../modules/pending-documents/ports.ts'
import { fetchSentDocument, followDocument, followEvents, followMails } from '../../modules/sending/follow-document.ts'
import type { SendingStore, Watcher } from '../../modules/sending/ports.ts'
import type { MailToPerson, SentItem, SentStore } from '../../modules/sending/sent/ports.ts'
import type { SentFilters } from '../../modules/sending/filters/ports.ts'
import { Answer, type Call, type Handlers } from '../bind/call-types.ts'
import { answerPage } from '../lists/answer-page.ts'
import type { ListName, PageCursors } from '../lists/page-cursors.ts'
import { answerSent } from './changes.ts'
import { describeEvent, describeMail, describeSentItem } from './describe-sent.ts'

export interface SentRoutePorts {
  readonly store: SendingStore & SentStore
  readonly bytes: DocumentBytes
  readonly cursors: PageCursors
  readonly now: () => Date
}

type SentCalls =
  'sentDocuments' | 'sentDocumentStatus' | 'sentDocumentEvents' | 'sentDocumentMails' | 'sentDocumentContent'

const DAY_MS = 24 * 60 * 60 * 1000

/** To a program nothing waits. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

function filtersOf(
  { caller, query }: Pick<Call<Contract['sentDocuments']>, 'caller' | 'query'>,
  now: Date,
): SentFilters {
  const { state, fileName, person, tag, template, from, to, silentDays, needsMe, sha256, timeZone = 'UTC' } = query
  return {
    ...{ state, fileName, person, tag, templateId: template, sha256 },
    awaits: needsMe && (caller.userId ?? NOBODY),
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    before: to === undefined ? undefined : startOfDay(dayAfter(to), timeZone),
    silentSince: silentDays === undefined ? undefined : new Date(now.getTime() - silentDays * DAY_MS),
  }
}

export function sentDocumentHandlers(ports: SentRoutePorts): Pick<Handlers, SentCalls> {
  return {
    sentDocuments: async ({ caller, query, search }) => {
      const { cursor, limit, ...filters } = query
      const list = { list: 'documents', owner: ownerOf(caller), filters: definedOf(filters) }
      const rows = await ports.store.search({
        watcher: caller,
        filters: filtersOf({ caller, query }, ports.now()),
        after: await placeAt(ports.cursors, list, cursor),
        most: limit + 1,
      })
      const asked = { list, path: '/api/v1/documents', search, limit }
      return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeSentItem })
    },
    sentDocumentStatus: async ({ caller, params }) =>
      answerSent(await followDocument(ports.store, caller, params.docGuid)),
    sentDocumentEvents: async ({ caller, params, query }) => {
      const most = query.limit
      const events = await followEvents(ports.store, {
        watcher: caller,
        documentId: params.docGuid,
        after: query.after,
        most: most + 1,
      })
      const data = events.slice(0, most).map(describeEvent)
      return { data, next: events.length > most ? data.at(-1)!.sequence : null }
    },
    sentDocumentMails: async ({ caller, params: { docGuid }, query, search }) => {
      const { cursor, limit } = query
      const list = { list: 'mails', owner: ownerOf(caller), filters: { docGuid } }
      const after = await placeAt(ports.cursors, list, cursor)
      const rows = await followMails(ports.store, { watcher: caller, documentId: docGuid, after, most: limit + 1 })
      const asked = { list, path: `/api/v1/documents/${docGuid}/mails`, search, limit }
      return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeMail })
    },
    sentDocumentContent: async ({ caller, params, query, answerRoom }) => {
      const { bytes, fileName } = await fetchSentDocument(ports, {
        watcher: caller,
        documentId: params.docGuid,
        isOriginal: query.file === 'original',
        onLength: (length) => answerRoom.take(length),
      })
      return new Answer(200, fileHeaders('application/pdf', fileName), bytes)
    },
  }
}

/** By when a row came about. */
const placeOf = ({ microseconds, id }: SentItem | MailToPerson) => ({ key: microseconds, id })

async function placeAt(cursors: PageCursors, list: ListName, cursor: string | undefined) {
  const place = cursor === undefined ? undefined : await cursors.read(list, cursor)
  return place && { microseconds: place.key, id: place.id }
}

/** Whose cursors they are: nobody else's open the list. */
const ownerOf = ({ subscriptionId, clientId, userId }: Watcher) => `${subscriptionId} ${clientId} ${userId}`

const definedOf = <Value>(members: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, Value] => member[1] !== undefined))

/** Nothing of it is ever shown by a browser at the portal's own address. */
export const fileHeaders = (mediaType: string, fileName: string) => ({
  'content-type': mediaType,
  'content-disposition': contentDisposition(fileName),
  'content-security-policy': 'sandbox',
  'cache-control': 'private, no-store',
})

/** RFC 6266: a plain name for old clients, the exact one in UTF-8 for the others. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.replace(/\p{C}/gu, '')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
