import { ROLES, seesEverything } from '@rubrica/domain'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import { messageOf } from './message-of.ts'

const SEEING_EVERYTHING = ROLES.filter((role) => seesEverything([role]))

/**
 * A part of the statement that writes events, so that what programs are told of them costs no further one: a message
 * for each endpoint that hears of an event. For one that was disabled it is kept, to be sent once it is back. Callbacks
 * are found by their address: a subscription may have as many as documents.
 * @param documents where the statement has the rows of the documents
 * @param first number of its first parameter; the values are those of `messageValues`
 */
export const insertMessages = (documents: string, first: number): string => {
  const parameter = (place: number) => `$${first + place}`
  return `insert into webhook_messages (id, endpoint_id, document_id, sequence, type, body, state, created_at, next_at)
    select gen_random_uuid(), e.id, d.id, v.sequence, v.type, v.body,
      case when e.state = 'on' then 'waiting' else 'missed' end, v.at, case when e.state = 'on' then v.at end
    from unnest(${parameter(0)}::uuid[], ${parameter(1)}::bigint[], ${parameter(2)}::text[], ${parameter(3)}::text[],
      ${parameter(4)}::timestamptz[]) as v (document_id, sequence, type, body, at)
    join ${documents} d on d.id = v.document_id
    cross join lateral (
      select id, state, types from webhook_endpoints e
      where e.kind = 'chosen' and e.subscription_id = d.subscription_id
        and (e.client_id = d.client_id or e.user_id = d.user_id or e.documents = 'all' and exists (
          select from user_subscriptions s
          where s.user_id = e.user_id and s.subscription_id = e.subscription_id and s.roles && ${parameter(5)}::text[]))
      union all
      select id, state, types from webhook_endpoints e
      where e.kind = 'callback' and e.subscription_id = d.subscription_id and e.url = d.callback
        and coalesce(e.client_id, e.user_id::text) = coalesce(d.client_id, d.user_id::text)
    ) e
    where e.state <> 'off' and (e.types = '{}' or v.type = any(e.types))`
}

/** An event as it stands in the log of its document. */
export interface NumberedEntry {
  readonly entry: AuditEntry
  readonly sequence: number
}

export function messageValues(events: readonly NumberedEntry[]): readonly unknown[] {
  const told = events.flatMap(({ entry, sequence }) => {
    const message = messageOf(entry, sequence)
    return message ? [{ ...message, sequence, documentId: entry.documentId, at: entry.at }] : []
  })
  return [
    told.map(({ documentId }) => documentId),
    told.map(({ sequence }) => sequence),
    told.map(({ type }) => type),
    told.map(({ body }) => body),
    told.map(({ at }) => at),
    SEEING_EVERYTHING,
  ]
}
