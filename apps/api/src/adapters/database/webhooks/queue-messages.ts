import type { Transaction } from 'kysely'
import { ROLES, seesEverything } from '@rubrica/domain'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { messageOf } from './message-of.ts'

/** One message for each endpoint that hears of an event; for one that was disabled it is kept, to be sent once it is back. */
const QUEUE = `
  insert into webhook_messages (id, endpoint_id, document_id, sequence, type, body, state, created_at, next_at)
  select gen_random_uuid(), e.id, d.id, v.sequence, v.type, v.body,
    case when e.state = 'on' then 'waiting' else 'missed' end, v.at, case when e.state = 'on' then v.at end
  from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) as v (document_id, sequence, type, body, at)
  join documents d on d.id = v.document_id
  join webhook_endpoints e on e.subscription_id = d.subscription_id and e.state <> 'off'
    and (e.types = '{}' or v.type = any(e.types))
    and (e.kind = 'chosen' or e.url = d.callback)
    and (e.client_id = d.client_id or e.user_id = d.user_id or e.documents = 'all' and exists (
      select from user_subscriptions s
      where s.user_id = e.user_id and s.subscription_id = e.subscription_id and s.roles && $6::text[]))`

const SEEING_EVERYTHING = ROLES.filter((role) => seesEverything([role]))

/** An event as it stands in the log of its document. */
export interface NumberedEntry {
  readonly entry: AuditEntry
  readonly sequence: number
}

/** Keeps what programs are told of events, inside the transaction of the events. */
export async function queueMessages(transaction: Transaction<Schema>, events: readonly NumberedEntry[]): Promise<void> {
  const told = events.flatMap(({ entry, sequence }) => {
    const message = messageOf(entry, sequence)
    return message ? [{ ...message, sequence, documentId: entry.documentId, at: entry.at }] : []
  })
  if (told.length === 0) return
  await transaction.executeQuery(
    preparedQuery(QUEUE, [
      told.map(({ documentId }) => documentId),
      told.map(({ sequence }) => sequence),
      told.map(({ type }) => type),
      told.map(({ body }) => body),
      told.map(({ at }) => at),
      SEEING_EVERYTHING,
    ]),
  )
}
