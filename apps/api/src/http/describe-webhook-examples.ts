/** What the description of the calls for programs shows of webhooks. */
const WEBHOOK = 'c0a1f7d2-2f0e-4d53-9b1c-5a0f6e7d8c21'
const MESSAGE = '5d1b9b0e-7a3c-4e0f-8a52-0c6b7d9e1f34'
const DOCUMENT = '0d2c8a51-7d0f-4a34-9ad3-0e1f6f7d9a10'
const SIGNED_AT = '2026-11-21T10:20:31.004Z'

const chosen = { url: 'https://erp.example.org/hooks/sign', description: 'The ERP', types: ['document.signed'] }

const webhook = {
  ...{ guid: WEBHOOK, ...chosen, documents: 'own', kind: 'chosen', signing: 'v1', state: 'on', version: 1 },
  ...{ disabledReason: null, disabledAt: null, createdAt: '2026-11-21T10:00:00.000Z', arrivedAt: SIGNED_AT },
  ...{ failingSince: null, formerSecretUntil: null, waiting: 0, missed: 0 },
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const message = {
  ...{ guid: MESSAGE, type: 'document.signed', document: DOCUMENT, state: 'arrived', createdAt: SIGNED_AT },
  ...{ nextAt: null, tries: 1 },
  lastTry: { number: 1, at: SIGNED_AT, milliseconds: 84, status: 204, cause: null, answer: '' },
}
const data = { document: DOCUMENT, sequence: 4, signer: '6a3f7b1e-52f0-4c58-8d0c-7c1a4b9f2e33' }
const told = {
  ...message,
  body: JSON.stringify({ type: 'document.signed', timestamp: SIGNED_AT, data }),
  history: [message.lastTry],
}

export const WEBHOOK_EXAMPLES = {
  webhooks: { answer: { data: [webhook] } },
  createWebhook: { body: chosen, answer: { ...webhook, arrivedAt: null, secret } },
  webhookStatus: { answer: webhook },
  changeWebhook: { body: { state: 'off' }, answer: { ...webhook, state: 'off', version: 2 } },
  webhookSecret: { answer: { signing: 'v1', secret } },
  rotateWebhook: {
    answer: { ...webhook, version: 2, formerSecretUntil: '2026-11-22T10:30:00.000Z', secret },
  },
  webhookMessages: { answer: { data: [message], next: null } },
  webhookMessage: { answer: told },
  testWebhook: {
    answer: { ...told, type: 'webhook.test', document: null, state: 'waiting', tries: 0, lastTry: null, history: [] },
  },
  replayWebhook: { body: { missed: true }, answer: { count: 3 } },
}
