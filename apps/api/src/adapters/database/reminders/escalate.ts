import { sql, type Kysely, type Transaction } from 'kysely'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import { appendAuditEvents } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import { isOpenAt } from '../documents/lock-document.ts'
import { isDatabaseOutage } from '../is-outage.ts'
import type { Schema } from '../schema.ts'
import { isReachable, policyOf } from './policy-of.ts'

/** Documents looked up at a time. */
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
 * other servers do. Who is no active person of the subscription any more, or has no address that mails reach, is not told.
 * @returns how many are told of
 * @throws {AggregateError} of documents of which nobody could be told, after all the others
 */
export async function escalate(database: Kysely<Schema>, notify: NotifyEscalation, at: Date): Promise<number> {
  const failures = new Map<string, unknown>()
  let told = 0
  for (let found = BATCH; found === BATCH;) {
    const due = await findDue(database, { at, without: [...failures.keys()] })
    for (const documentId of due) {
      const escalating = inTransaction(database, (transaction) => escalateOne(transaction, { documentId, notify, at }))
      told += await escalating.catch((failure: unknown) => {
        if (isDatabaseOutage(failure)) throw failure
        failures.set(documentId, failure)
        return 0
      })
    }
    found = due.length
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), `of ${failures.size} documents nobody was told`)
  return told
}

const TABLES = ['signers', 'approvers'] as const
type PartTable = (typeof TABLES)[number]

const isDue = (at: Date) => sql`state = 'pending' and escalates_at <= ${at}
  and reminders_planned and next_reminder_at is null`

interface WhatIsDue {
  readonly at: Date
  /** Documents that failed. */
  readonly without: readonly string[]
}

async function findDue(database: Kysely<Schema>, { at, without }: WhatIsDue): Promise<string[]> {
  const ofTable = (table: PartTable) => sql`select document_id from ${sql.table(table)}
    where ${isDue(at)} and document_id <> all(${without}::uuid[])`
  const { rows } = await sql<{ document_id: string }>`
    ${sql.join(TABLES.map(ofTable), sql` union `)} limit ${BATCH}`.execute(database)
  return rows.map(({ document_id: id }) => id)
}

interface Escalating {
  readonly documentId: string
  readonly notify: NotifyEscalation
  readonly at: Date
}

/** The document's row is locked before those of its people, as by every act of theirs. */
async function escalateOne(transaction: Transaction<Schema>, { documentId, notify, at }: Escalating): Promise<number> {
  const document = await transaction
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select(['subscription_id', 'state', 'deadline', 'audit_sequence', 'audit_hash'])
    .forUpdate()
    .executeTakeFirst()
  if (!document) return 0
  const due: DuePart[] = []
  for (const table of TABLES) due.push(...(await takeDue(transaction, table, { documentId, at })))
  if (!isOpenAt(document, at)) return 0
  const named = due.flatMap(({ reader_id: readerId, ...part }) => (readerId === null ? [] : [{ ...part, readerId }]))
  for (const { id: partId, readerId } of named) await notify(transaction, { partId, readerId })
  const of = { documentId, subscriptionId: document.subscription_id, at }
  const [first, ...others] = named.map((part) => eventOf(of, part))
  if (first) await appendAuditEvents(transaction, [first, ...others], document)
  return named.length
}

interface DuePart {
  readonly table: PartTable
  readonly id: string
  readonly signer_id: string
  /** Whom the policy names, where they are somebody who can be told. */
  readonly reader_id: string | null
}

async function takeDue(
  transaction: Transaction<Schema>,
  table: PartTable,
  { documentId, at }: Omit<Escalating, 'notify'>,
): Promise<DuePart[]> {
  const signerId = sql.ref(table === 'signers' ? 'parts.id' : 'parts.signer_id')
  const { rows } = await sql<DuePart>`
    update ${sql.table(table)} as parts set escalates_at = null from documents
    where documents.id = parts.document_id and parts.id in (
      select id from ${sql.table(table)} where document_id = ${documentId} and ${isDue(at)})
    returning ${table}::text as "table", parts.id, ${signerId} as signer_id, (
      select users.id from users join user_subscriptions on user_subscriptions.user_id = users.id
      where user_subscriptions.subscription_id = documents.subscription_id and ${isReachable}
        and users.id <> parts.user_id and lower(users.user_id) = lower(${policyOf}->>'escalateTo')) as reader_id`.execute(
    transaction,
  )
  return rows
}

const eventOf = (
  of: Pick<AuditEntry, 'documentId' | 'subscriptionId' | 'at'>,
  { table, id, signer_id: signerId, readerId }: Omit<DuePart, 'reader_id'> & { readonly readerId: string },
): AuditEntry => ({
  ...of,
  type: 'escalation-told',
  facts: { automatic: true, signerId, ...(table === 'approvers' && { approverId: id }), toldUserId: readerId },
})
