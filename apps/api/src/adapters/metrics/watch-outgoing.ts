import type { Outgoing } from '../../modules/webhooks/ports.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'

/** Counts each try whose end was kept. */
export const watchOutgoing = (outgoing: Outgoing, metrics: WebhookMetrics): Outgoing => ({
  ...outgoing,
  settle: async (message, result, verdict) => {
    const isKept = await outgoing.settle(message, result, verdict)
    const waitedSeconds =
      result.number === 1 ? Math.max(0, result.at.getTime() - message.createdAt.getTime()) / 1000 : undefined
    if (isKept) metrics.messageTried({ cause: result.cause, waitedSeconds })
    return isKept
  },
})
