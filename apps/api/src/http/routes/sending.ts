import type { Contract } from '@rubrica/contract'
import { dayAfter, startOfDay } from '@rubrica/domain'
import type { DocumentBytes } from '../../modules/pending-documents/ports.ts'
import { cancelOnce } from '../../modules/sending/cancel-document.ts'
import { fetchSentDocument, followDocument, followEvents } from '../../modules/sending/follow-document.ts'
import type { SentFilters, SentItem, Watcher } from '../../modules/sending/ports.ts'
import { ownerOf } from '../../modules/owner.ts'
import { sendDispatch } from '../../modules/sending/send-dispatch.ts'
import { sendDocument, type SendPorts } from '../../modules/sending/send-document.ts'
import { Answer, type Call, type Handlers } from '../bind/call-types.ts'
import { answerPage } from '../lists/answer-page.ts'
import type { PageCursors } from '../lists/page-cursors.ts'
import { describeEvent, describeSent, describeSentItem } from './describe-sent.ts'
import { readSendParts } from './read-send-parts.ts'

export interface SendingRoutePorts extends SendPorts {
  readonly bytes: DocumentBytes
  readonly cursors: PageCursors
  readonly fileLimit: number
}

type SendingCalls =
  | 'sendDocument'
  | 'sendDispatch'
  | 'suggestPeople'
  | 'sentDocuments'
  | 'sentDocumentStatus'
  | 'sentDocumentEvents'
  | 'sentDocumentContent'
  | 'cancelDocument'

const MOST_SUGGESTIONS = 8
const DAY_MS = 24 * 60 * 60 * 1000

function filtersOf(query: Call<Contract['sentDocuments']>['query'], now: Date): SentFilters {
  const { state, fileName, person, tag, from, to, silentDays, timeZone = 'UTC' } = query
  return {
    ...{ state, fileName, person, tag },
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    before: to === undefined ? undefined : startOfDay(dayAfter(to), timeZone),
    silentSince: silentDays === undefined ? undefined : new Date(now.getTime() - silentDays * DAY_MS),
  }
}

export function sendingHandlers(ports: SendingRoutePorts): Pick<Handlers, SendingCalls> {
  return {
    sendDocument: async ({ caller, headers, body, answerRoom }) => {
      const idempotencyKey = headers['idempotency-key']
      const onLength = (bytes: number) => answerRoom.take(bytes)
      if (!(Symbol.asyncIterator in body)) {
        const { file: id, ...order } = body
        const file = { owner: ownerOf(caller), id, onLength }
        return describeSent(await sendDocument(ports, { sender: caller, idempotencyKey, file, attachments: [], order }))
      }
      const parts = await readSendParts(body, ports.fileLimit)
      return describeSent(await sendDocument(ports, { ...parts, sender: caller, idempotencyKey }))
    },
    sendDispatch: async ({ caller, headers, body, answerRoom }) => {
      const { id, documents } = await sendDispatch(ports, {
        ...body,
        sender: caller,
        idempotencyKey: headers['idempotency-key'],
        onLength: (bytes) => answerRoom.take(bytes),
      })
      return { guid: id, documents: documents.map((document) => ({ guid: document.id, fileName: document.fileName })) }
    },
    suggestPeople: async ({ caller, query }) => ({
      data: await ports.store.suggestPeople(caller.subscriptionId, { text: query.text, most: MOST_SUGGESTIONS }),
    }),
    sentDocuments: async ({ caller, query, search }) => {
      const { cursor, limit, ...filters } = query
      const list = { list: 'documents', owner: nameOf(caller), filters: definedOf(filters) }
      const place = cursor === undefined ? undefined : await ports.cursors.read(list, cursor)
      const rows = await ports.store.search({
        watcher: caller,
        filters: filtersOf(query, ports.now()),
        after: place && { microseconds: place.key, id: place.id },
        most: limit + 1,
      })
      const placeOf = ({ microseconds, id }: SentItem) => ({ key: microseconds, id })
      const asked = { list, path: '/api/v1/documents', search, limit }
      return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeSentItem })
    },
    sentDocumentStatus: async ({ caller, params }) =>
      describeSent(await followDocument(ports.store, caller, params.docGuid)),
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
    cancelDocument: async ({ caller, params, headers, body }) => {
      await cancelOnce(ports, {
        sender: caller,
        documentId: params.docGuid,
        reason: body?.reason ?? '',
        key: headers['idempotency-key'],
      })
      return null
    },
    sentDocumentContent: async ({ caller, params, answerRoom }) => {
      const { bytes, fileName } = await fetchSentDocument(ports, {
        watcher: caller,
        documentId: params.docGuid,
        onLength: (length) => answerRoom.take(length),
      })
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(fileName),
        'content-security-policy': 'sandbox',
        'cache-control': 'private, no-store',
      }
      return new Answer(200, headers, bytes)
    },
  }
}

const nameOf = ({ subscriptionId, clientId, userId }: Watcher) => `${subscriptionId} ${clientId} ${userId}`

const definedOf = <Value>(members: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, Value] => member[1] !== undefined))

/** RFC 6266: a plain name for old clients, the exact one in UTF-8 for the others. */
function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.replace(/\p{C}/gu, '')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
