import { sql, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { policyOf } from './policy-of.ts'

/** Parts looked up at a time. */
const BATCH = 500

export interface Escalation {
  /** Of the signer or the approver who does not answer. */
  readonly partId: string
  readonly readerId: string
}

/** Asks for a mail to whom the sender or the subscription named, inside the transaction that notes that they are told. */
export type NotifyEscalation = (transaction: Transaction<Schema>, escalation: Escalation) => Promise<void>

/**
 * Tells whom the policy of each document names of people who have not answered their last reminder; once each, whatever
 * other servers do. Who is no active person of the subscription any more is not told.
 * @returns how many are told of
 */
export async function escalate(database: Kysely<Schema>, notify: NotifyEscalation, at: Date): Promise<number> {
  let told = 0
  for (const table of ['signers', 'approvers'] as const) {
    for (let found = BATCH; found === BATCH;) {
      const done = await inTransaction(database, (transaction) => escalateSome(transaction, { table, notify, at }))
      found = done.found
      told += done.told
    }
  }
  return told
}

interface Escalating {
  readonly table: 'signers' | 'approvers'
  readonly notify: NotifyEscalation
  readonly at: Date
}

async function escalateSome(transaction: Transaction<Schema>, { table, notify, at }: Escalating) {
  const { rows } = await sql<{ id: string; reader_id: string | null }>`
    update ${sql.table(table)} as parts set escalates_at = null from documents
    where documents.id = parts.document_id and parts.id in (
      select id from ${sql.table(table)} where state = 'pending' and escalates_at <= ${at}
        and reminders_planned and next_reminder_at is null
      order by escalates_at limit ${BATCH} for update skip locked)
    returning parts.id, case when documents.state = 'open' then (
      select users.id from users join user_subscriptions on user_subscriptions.user_id = users.id
      where user_subscriptions.subscription_id = documents.subscription_id and users.active
        and users.id <> parts.user_id and lower(users.user_id) = lower(${policyOf}->>'escalateTo')) end
      as reader_id`.execute(transaction)
  const named = rows.flatMap(({ id: partId, reader_id: readerId }) => (readerId === null ? [] : [{ partId, readerId }]))
  for (const escalation of named) await notify(transaction, escalation)
  return { found: rows.length, told: named.length }
}
