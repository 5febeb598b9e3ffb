/** Webhooks: addresses at which programs are told what happened to documents, and what was sent to them. */
import { z } from 'zod'
import { CHOSEN_WEBHOOK_TYPES } from '@rubrica/domain'
import { endpoint, guid, nothing, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { pageOf, pageQuery } from './pages.ts'
import { from } from './sender.ts'

/** Messages of one replay that are named one by one. */
const MOST_REPLAYED = 500

const ofWebhooks = { base: 'main', auth: 'bearer', scopes: [SCOPES.webhooks, SCOPES.portal] } as const
const query = z.object(from)
const params = z.object({ webhookId: guid })
const ofOne = { ...ofWebhooks, params, query } as const
const ifMatch = z.object({ 'if-match': z.string().max(4000).optional() })

const wish = {
  /** `https://…`; another one only where the operator allows its origin. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  description: z.string().trim().max(200),
  /** What it hears of; everything without any. */
  types: z.array(z.enum(CHOSEN_WEBHOOK_TYPES)).max(CHOSEN_WEBHOOK_TYPES.length),
  /** Documents of the caller, or, for who sees them, all of the subscription. */
  documents: z.enum(['own', 'all']),
}

const standing = {
  guid,
  ...wish,
  types: z.array(z.string()),
  /** `callback`: the address that a send named, which hears of the documents that named it. */
  kind: z.enum(['chosen', 'callback']),
  /** `v1` is signed with a shared secret (HMAC-SHA256), `v1a` with a key pair (Ed25519). */
  signing: z.enum(['v1', 'v1a']),
  /** `off`: by its owner. `disabled`: by the server, see `disabledReason`. */
  state: z.enum(['on', 'off', 'disabled']),
  /** `failing`: nothing arrived for five days, or fifty messages were given up. `gone`: it answered 410. */
  disabledReason: z.enum(['failing', 'gone']).nullable(),
  disabledAt: z.string().nullable(),
  /** Counts its changes, from 1; the ETag is made of it. */
  version: z.int(),
  createdAt: z.string(),
  /** When a message arrived the last time. */
  arrivedAt: z.string().nullable(),
  /** Since when none has arrived although some were sent. */
  failingSince: z.string().nullable(),
  /** Until when messages are signed with the former secret, too. */
  formerSecretUntil: z.string().nullable(),
  /** Messages that are on their way, and those that never arrived. */
  waiting: z.int(),
  missed: z.int(),
}

const webhook = z.object(standing).meta({ id: 'Webhook' })

/** `whsec_…` of `v1`; `whpk_…`, the public key, of `v1a`. */
const secret = z.string()
const webhookWithSecret = z.object({ ...standing, secret }).meta({ id: 'WebhookWithSecret' })

const CHANGING = ['WEBHOOK_NOT_FOUND', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'] as const

export const webhooks = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/v1/webhooks',
  summary:
    'The addresses at which the caller is told what happens, the newest first; of those that sends have named the last ' +
    'hundred',
  query,
  answers: { 200: z.object({ data: z.array(webhook) }).meta({ id: 'Webhooks' }) },
})

export const createWebhook = endpoint({
  ...ofWebhooks,
  method: 'POST',
  path: '/v1/webhooks',
  needsFreshFactor: true,
  summary:
    'Be told at an address what happens to documents. The answer has the secret with which messages are verified',
  query,
  headers: idempotencyHeaders,
  body: z.object({
    ...wish,
    description: wish.description.default(''),
    types: wish.types.default([]),
    documents: wish.documents.default('own'),
    signing: z.enum(['v1', 'v1a']).default('v1'),
  }),
  problems: ['TOO_MANY_WEBHOOKS'],
  answers: { 201: webhookWithSecret },
})

export const webhookStatus = endpoint({
  ...ofOne,
  method: 'GET',
  path: '/v1/webhooks/:webhookId',
  summary: 'A webhook, with the ETag that a change of it needs',
  problems: ['WEBHOOK_NOT_FOUND'],
  answers: { 200: webhook },
})

export const changeWebhook = endpoint({
  ...ofOne,
  method: 'PATCH',
  path: '/v1/webhooks/:webhookId',
  needsFreshFactor: true,
  summary: 'Change a webhook, or switch it on or off, if it is as the caller has seen it (If-Match)',
  headers: ifMatch,
  body: z.object({
    url: wish.url.optional(),
    description: wish.description.optional(),
    types: wish.types.optional(),
    documents: wish.documents.optional(),
    state: z.enum(['on', 'off']).optional(),
  }),
  problems: CHANGING,
  answers: { 200: webhook },
})

export const deleteWebhook = endpoint({
  ...ofOne,
  method: 'DELETE',
  path: '/v1/webhooks/:webhookId',
  needsFreshFactor: true,
  summary: 'Send nothing more to an address, and forget what was sent',
  problems: ['WEBHOOK_NOT_FOUND'],
  answers: { 204: nothing },
})

export const webhookSecret = endpoint({
  ...ofOne,
  method: 'GET',
  path: '/v1/webhooks/:webhookId/secret',
  needsFreshFactor: true,
  summary: 'With what messages of a webhook are verified',
  problems: ['WEBHOOK_NOT_FOUND'],
  answers: { 200: z.object({ signing: z.enum(['v1', 'v1a']), secret }).meta({ id: 'WebhookSecret' }) },
})

export const rotateWebhook = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/v1/webhooks/:webhookId/rotated',
  needsFreshFactor: true,
  summary: 'Give a webhook another secret; for 24 hours messages are signed with both',
  headers: idempotencyHeaders,
  problems: ['WEBHOOK_NOT_FOUND'],
  answers: { 200: webhookWithSecret },
})

const messageTry = z.object({
  number: z.int(),
  at: z.string(),
  milliseconds: z.int(),
  /** Of HTTP; null without an answer. */
  status: z.int().nullable(),
  /** Why it did not arrive; null where it did. */
  cause: z.string().nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
})

const message = {
  /** The header `webhook-id` of all its tries is `msg_` and this. */
  guid,
  type: z.string(),
  document: guid.nullable(),
  state: z.enum(['waiting', 'arrived', 'missed']),
  createdAt: z.string(),
  /** When it is tried next. */
  nextAt: z.string().nullable(),
  tries: z.int(),
  lastTry: messageTry.nullable(),
}

const toldMessage = z
  .object({ ...message, body: z.string(), history: z.array(messageTry) })
  .meta({ id: 'WebhookMessage' })

export const webhookMessages = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/v1/webhooks/:webhookId/messages',
  summary: 'What was sent to a webhook within 30 days, the newest first',
  params,
  query: z.object({
    ...from,
    state: z.enum(['waiting', 'arrived', 'missed']).optional(),
    document: guid.optional(),
    ...pageQuery.shape,
  }),
  problems: ['WEBHOOK_NOT_FOUND'],
  answers: { 200: pageOf(z.object(message).meta({ id: 'WebhookMessageItem' })).meta({ id: 'WebhookMessagePage' }) },
})

export const webhookMessage = endpoint({
  ...ofWebhooks,
  method: 'GET',
  path: '/v1/webhooks/:webhookId/messages/:messageId',
  summary: 'A message with its body and each try',
  params: z.object({ webhookId: guid, messageId: guid }),
  query,
  problems: ['WEBHOOK_NOT_FOUND'],
  answers: { 200: toldMessage },
})

export const testWebhook = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/v1/webhooks/:webhookId/tests',
  summary: 'Send a message that tells nothing but that messages arrive',
  headers: idempotencyHeaders,
  problems: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_NOT_ON'],
  answers: { 201: toldMessage },
})

export const replayWebhook = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/v1/webhooks/:webhookId/replays',
  summary:
    'Send messages once more, with the ids and bodies that they had: those named, of a time, or that were missed',
  headers: idempotencyHeaders,
  body: z
    .object({
      messages: z.array(guid).min(1).max(MOST_REPLAYED).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
      /** Only what never arrived. */
      missed: z.boolean().default(false),
    })
    .refine(({ messages, from: since, missed }) => messages !== undefined || since !== undefined || missed, {
      message: 'name messages, a time from which, or those that were missed',
    }),
  problems: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_NOT_ON'],
  answers: { 200: z.object({ count: z.int() }).meta({ id: 'WebhookReplay' }) },
})
