/** What programs can be told of, as the messages name it: what it is about, and what happened. */
export const WEBHOOK_TYPES = [
  'document.sent',
  'document.approved',
  'document.signed',
  'document.rejected',
  'document.completed',
  'document.archived',
  'document.expired',
  'document.cancelled',
  'document.changed',
  'signer.replaced',
  'passing.asked',
  'person.reminded',
  'guest.proved',
  // Asked for by the owner of an address, who always gets it.
  'webhook.test',
] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

/** Those that somebody can choose. */
export const CHOSEN_WEBHOOK_TYPES = WEBHOOK_TYPES.filter((type) => type !== 'webhook.test')

/** The body of a message (Standard Webhooks 1.0.0): what happened, when, and the ids of what it happened to. */
export const webhookBody = (type: WebhookType, at: Date, data: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })
