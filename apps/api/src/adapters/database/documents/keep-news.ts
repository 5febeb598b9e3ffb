import { sql, type Transaction } from 'kysely'
import type { SenderEvent } from '../../../modules/notifications/ports.ts'
import type { MailChoices } from '../../../modules/mail-choices.ts'
import type { Schema } from '../schema.ts'
import { toMailChoices, type ChoiceRow } from '../users/mail-choice-store.ts'

export interface Happening {
  readonly documentId: string
  readonly event: SenderEvent
  /** Who did it, or could not be reached; null for what nobody did. */
  readonly actorId: string | null
  readonly at: Date
}

export interface ToldSender {
  readonly senderId: string
  /** Undefined for who has said nothing. */
  readonly choices: MailChoices | undefined
}

/**
 * Keeps what happened to a document for the person who sent it, inside its own transaction.
 * @param dueAt from when on a mail may tell it
 * @returns the sender; undefined when there is nobody to tell: a program sent it, or the sender did it themselves
 */
export async function keepNews(
  transaction: Transaction<Schema>,
  { documentId, event, actorId, at }: Happening,
  dueAt: Date,
): Promise<ToldSender | undefined> {
  const { rows } = await sql<{ sender_id: string } & Partial<ChoiceRow>>`
    with kept as (
      insert into sender_news (id, sender_id, document_id, subscription_id, event, actor_id, happened_at, due_at)
      select gen_random_uuid(), user_id, id, subscription_id, ${event}, ${actorId}::uuid, ${at}, ${dueAt} from documents
      where id = ${documentId} and user_id is not null and user_id is distinct from ${actorId}::uuid
      returning sender_id
    )
    select sender_id, choices, time_zone from kept left join mail_choices on mail_choices.user_id = kept.sender_id`.execute(
    transaction,
  )
  const [row] = rows
  return row && { senderId: row.sender_id, choices: toMailChoices(row) }
}
