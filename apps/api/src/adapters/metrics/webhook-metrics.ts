/** Numbers of messages to webhooks: how many tries ended how, and how long each message waited for its first one. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { TRY_CAUSES, type TryCause } from '../../modules/webhooks/ports.ts'

export interface EndedTry {
  /** Null: the message has arrived. */
  readonly cause: TryCause | null
  /** Since the event, where it was the first try of its message. */
  readonly waitedSeconds: number | undefined
}

export interface WebhookMetrics {
  messageTried(ended: EndedTry): void
}

/** With the limit of the objective among them: five seconds. */
const WAITED = [0.5, 1, 2, 3, 5, 10, 30, 60, 300, 1800]

export function openWebhookMetrics(registry: Registry): WebhookMetrics {
  const registers = [registry]
  const tries = new Counter({
    name: 'rubrica_webhook_tries_total',
    help: 'Tries to send a message to a webhook, by how they ended.',
    labelNames: ['outcome'] as const,
    registers,
  })
  for (const outcome of ['arrived', ...TRY_CAUSES]) tries.inc({ outcome }, 0)
  const waited = new Histogram({
    name: 'rubrica_webhook_first_try_seconds',
    help: 'Time from an event to the first try of its message.',
    buckets: WAITED,
    registers,
  })
  return {
    messageTried: ({ cause, waitedSeconds }) => {
      tries.inc({ outcome: cause ?? 'arrived' })
      if (waitedSeconds !== undefined) waited.observe(waitedSeconds)
    },
  }
}
