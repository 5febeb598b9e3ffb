/** Webhooks: what their owners do with them, and the messages on their way. */
import type { Kysely } from 'kysely'
import type { Schema } from '../adapters/database/schema.ts'
import { openEndpointStore } from '../adapters/database/webhooks/endpoint-store.ts'
import { openOutgoing } from '../adapters/database/webhooks/outgoing-messages.ts'
import { workThrough, type Worker } from '../adapters/jobs/work-through.ts'
import { tellByJob } from '../adapters/jobs/webhook-later.ts'
import { watchOutgoing } from '../adapters/metrics/watch-outgoing.ts'
import { judgeAddresses, openReceiver } from '../adapters/webhooks/open-receiver.ts'
import type { RunOnce } from '../modules/run-once.ts'
import type { Sender } from '../modules/sending/ports.ts'
import { deliverMessage, takeMessages } from '../modules/webhooks/deliver-messages.ts'
import { holdCallback } from '../modules/webhooks/hold-callback.ts'
import type { EndpointPorts } from '../modules/webhooks/keep-endpoints.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { Foundation } from './foundation.ts'

export function composeWebhooks({ config, database, serverKeys }: Foundation, once: RunOnce): EndpointPorts {
  return {
    ...{ requests: once.requests, leaseMs: once.leaseMs, reach: once.reach, now: once.now },
    endpoints: openEndpointStore(database, serverKeys, once.now),
    mayBeTold: judgeAddresses(config.webhookOrigins),
  }
}

/** Has addresses that sends name hear of their documents. */
export function composeCallbacks(foundation: Foundation, once: RunOnce) {
  const ports = composeWebhooks(foundation, once)
  return (sender: Sender, url: string) => holdCallback(ports, sender, url)
}

/** Messages of one process that are under way at once. */
const MOST_UNDER_WAY = 64

/** Starts to deliver messages. */
export function startCourier(
  foundation: Foundation,
  { reach }: Pick<RunOnce, 'reach'>,
  queue: JobQueue<Kysely<Schema>>,
): Worker {
  const { config, database, serverKeys, metrics, now } = foundation
  const log = foundation.log.child({ name: 'webhooks' })
  const outgoing = watchOutgoing(openOutgoing(database, serverKeys, tellByJob(queue)), metrics)
  const receiver = openReceiver({ allowedPrivateOrigins: config.webhookOrigins })
  const ports = { outgoing, receiver, log, reach, now, random: Math.random }
  return workThrough({
    take: (most) => takeMessages(ports, most),
    work: (message) => deliverMessage(ports, message),
    most: MOST_UNDER_WAY,
    log,
    sayings: {
      notTaken: 'Messages of webhooks could not be taken.',
      notDone: 'A message of a webhook was not sent, or its end not kept.',
    },
  })
}
