import type { Kysely } from 'kysely'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import { whomItConcerns } from '../database/webhooks/disabled-webhooks.ts'
import type { TellDisabled } from '../database/webhooks/outgoing-messages.ts'
import type { JobKind } from './job-kinds.ts'

/** A job for each person who is told that an endpoint was disabled. */
export function tellByJob(queue: JobQueue<Kysely<Schema>>): TellDisabled {
  const kind: JobKind = 'tell-webhook-disabled'
  return async (transaction, endpointId) => {
    const userIds = await whomItConcerns(transaction, endpointId)
    await queue.enqueueAll(
      transaction,
      userIds.map((userId) => ({ kind, data: { endpointId, userId } })),
    )
  }
}
