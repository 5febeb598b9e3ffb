/** Webhooks: addresses at which programs are told what happens, and what was sent to them. */
import type { Contract } from '@rubrica/contract'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  listMessages,
  replayMessages,
  rotateSecret,
  sendTest,
  showEndpoint,
  showMessage,
  showVerifier,
  type EndpointPorts,
} from '../../modules/webhooks/keep-endpoints.ts'
import type { Endpoint, Message, MessageItem, MessageTry, ToldMessage } from '../../modules/webhooks/ports.ts'
import type { Answer, Call, Handlers } from '../bind/call-types.ts'
import { answerPage } from '../lists/answer-page.ts'
import { jsonAnswer } from '../lists/json-answer.ts'
import type { PageCursors } from '../lists/page-cursors.ts'
import { entityTag, readIfMatch } from '../preconditions/if-match.ts'

const describe = (endpoint: Endpoint) => ({
  ...{ guid: endpoint.id, url: endpoint.url, description: endpoint.description, types: [...endpoint.types] },
  ...{ documents: endpoint.documents, kind: endpoint.kind, signing: endpoint.signing, state: endpoint.state },
  ...{ disabledReason: endpoint.disabledReason, disabledAt: textOf(endpoint.disabledAt), version: endpoint.version },
  ...{ createdAt: endpoint.createdAt.toISOString(), arrivedAt: textOf(endpoint.arrivedAt) },
  ...{ failingSince: textOf(endpoint.failingSince), formerSecretUntil: textOf(endpoint.formerUntil) },
  ...{ waiting: endpoint.waiting, missed: endpoint.missed },
})

const textOf = (moment: Date | null) => moment?.toISOString() ?? null

const describeTry = ({ at, ...others }: MessageTry) => ({ ...others, at: at.toISOString() })

const describeMessage = ({ id, type, documentId, state, createdAt, nextAt, tries, lastTry }: Message) => ({
  ...{ guid: id, type, document: documentId, state, createdAt: createdAt.toISOString(), nextAt: textOf(nextAt) },
  ...{ tries, lastTry: lastTry && describeTry(lastTry) },
})

const describeTold = (message: ToldMessage) => ({
  ...describeMessage(message),
  ...{ body: message.body, history: message.history.map(describeTry) },
})

const answer = (body: ReturnType<typeof describe>, status: 200 | 201 = 200) =>
  jsonAnswer(body, { etag: entityTag(body.version), 'cache-control': 'no-store' }, status)

type Calls =
  | 'webhooks'
  | 'createWebhook'
  | 'webhookStatus'
  | 'changeWebhook'
  | 'deleteWebhook'
  | 'webhookSecret'
  | 'rotateWebhook'
  | 'webhookMessages'
  | 'webhookMessage'
  | 'testWebhook'
  | 'replayWebhook'

export type WebhookRoutePorts = EndpointPorts & { readonly cursors: PageCursors }

export function webhookHandlers(ports: WebhookRoutePorts): Pick<Handlers, Calls> {
  return {
    webhooks: async ({ caller }) => ({ data: (await listEndpoints(ports, caller)).map(describe) }),
    createWebhook: async ({ caller, headers, body }) => {
      const { signing, ...wish } = body
      const idempotencyKey = headers['idempotency-key']
      const made = await createEndpoint(ports, { watcher: caller, idempotencyKey, wish, signing })
      return answer({ ...describe(made), ...{ secret: made.secret } }, 201)
    },
    webhookStatus: async ({ caller, params }) => answer(describe(await showEndpoint(ports, caller, params.webhookId))),
    changeWebhook: async ({ caller, params, headers, body }) => {
      const precondition = readIfMatch(headers['if-match'])
      const require = (version: number | undefined) => precondition.require(version)
      const { url, description, types, documents, state } = body
      const change = {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(types !== undefined && { types }),
        ...(documents !== undefined && { documents }),
        ...(state !== undefined && { state }),
      }
      return answer(describe(await changeEndpoint(ports, { watcher: caller, id: params.webhookId, change, require })))
    },
    deleteWebhook: async ({ caller, params }) => {
      await deleteEndpoint(ports, caller, params.webhookId)
      return null
    },
    webhookSecret: async ({ caller, params }) =>
      jsonAnswer({ ...(await showVerifier(ports, caller, params.webhookId)) }, { 'cache-control': 'no-store' }),
    rotateWebhook: async ({ caller, params, headers }) => {
      const idempotencyKey = headers['idempotency-key']
      const made = await rotateSecret(ports, { watcher: caller, id: params.webhookId, idempotencyKey })
      return answer({ ...describe(made), ...{ secret: made.secret } })
    },
    webhookMessages: (call) => answerMessages(ports, call),
    webhookMessage: async ({ caller, params }) =>
      describeTold(await showMessage(ports, { watcher: caller, id: params.webhookId, messageId: params.messageId })),
    testWebhook: async ({ caller, params, headers }) => {
      const idempotencyKey = headers['idempotency-key']
      return describeTold(await sendTest(ports, { watcher: caller, id: params.webhookId, idempotencyKey }))
    },
    replayWebhook: async ({ caller, params, headers, body }) => {
      const { messages: ids, from, until, missed: missedOnly } = body
      const wish = { ids, from: dateOf(from), until: dateOf(until), missedOnly }
      const idempotencyKey = headers['idempotency-key']
      return replayMessages(ports, { watcher: caller, id: params.webhookId, idempotencyKey, wish })
    },
  }
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

async function answerMessages(
  ports: WebhookRoutePorts,
  { caller, params, query, search }: Call<Contract['webhookMessages']>,
): Promise<Answer> {
  const { webhookId: id } = params
  const { state, document, limit, cursor } = query
  const filters = { state: state ?? '', document: document ?? '' }
  const list = { list: 'webhook-messages', owner: id.toLowerCase(), filters } as const
  const place = cursor === undefined ? undefined : await ports.cursors.read(list, cursor)
  const rows = await listMessages(ports, {
    ...{ watcher: caller, id, states: state && [state], documentId: document },
    ...{ after: place && { microseconds: place.key, id: place.id }, most: limit + 1 },
  })
  const asked = { list, path: `/api/v1/webhooks/${id}/messages`, search, limit }
  const placeOf = ({ microseconds, id: messageId }: MessageItem) => ({ key: microseconds, id: messageId })
  return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeMessage })
}
