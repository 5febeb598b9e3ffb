import { sql, type Transaction } from 'kysely'
import type { EndedState } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'

/** The end of a document. */
export interface Ending {
  readonly documentId: string
  readonly event: EndedState
  /** The person who brought it about; null where none did. */
  readonly actorId: string | null
  readonly at: Date
}

/**
 * Keeps the end of a document for everybody who was asked to sign or approve it and may not know, inside the transaction
 * of that end: not for who brought it about, and not for who is told otherwise, as its sender or as who has a copy. Of a
 * completed document those hear who signed it and have an account; guests get an invitation to it. Who had several parts
 * hears of what they signed first (`signed` is the last of the words), else of what waits for them no more.
 * @param dueAt from when on a mail may tell it
 * @returns whom to tell
 */
export async function keepPartyNews(
  transaction: Transaction<Schema>,
  { documentId, event, actorId, at }: Ending,
  dueAt: Date,
): Promise<string[]> {
  const { rows } = await sql<{ reader_id: string }>`
    with parties as (
      select user_id, case state when 'signed' then 'signed' else 'asked' end as part from signers
      where document_id = ${documentId} and (
        state = 'signed' or state = 'cancelled' and (called_at is not null or notified_at is not null))
      union all
      select user_id, case state when 'accepted' then 'approved' else 'asked' end from approvers
      where document_id = ${documentId} and ${event}::text <> 'completed' and (
        state = 'accepted' or state = 'cancelled' and operated_at = ${at})
    )
    insert into party_news (id, reader_id, document_id, event, part, actor_id, happened_at, due_at)
    select gen_random_uuid(), user_id, ${documentId}::uuid, ${event}::text, max(part), ${actorId}::uuid,
      ${at}::timestamptz, ${dueAt}::timestamptz
    from parties
    where user_id is distinct from ${actorId}::uuid
      and not exists (select 1 from documents where id = ${documentId} and documents.user_id = parties.user_id)
      and not exists (
        select 1 from copies where copies.document_id = ${documentId} and copies.user_id = parties.user_id)
      and not (${event}::text = 'completed' and exists (select 1 from guests where guests.user_id = parties.user_id))
    group by user_id
    returning reader_id`.execute(transaction)
  return rows.map(({ reader_id }) => reader_id)
}
