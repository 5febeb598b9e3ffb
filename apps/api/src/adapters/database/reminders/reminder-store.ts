/** When people are reminded by themselves, in PostgreSQL. */
import { sql, type Kysely, type Transaction } from 'kysely'
import { USUAL_REMINDERS, type ReminderPolicy } from '@rubrica/domain'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import type {
  AskedPart,
  AskedStanding,
  DecideReminder,
  PlannedPart,
  ReminderDecision,
  ReminderStore,
  UnplannedPart,
} from '../../../modules/reminders/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvents } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import { isOpenAt } from '../documents/lock-document.ts'
import { isGuest } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'
import { isReachable, policyOf } from './policy-of.ts'

type Notify = Pick<NotifyPeople, 'reminded' | 'remindedByItself' | 'sender'>

export function openReminderStore(database: Kysely<Schema>, notify: Notify): ReminderStore {
  return {
    unplanned: (limit) => findUnplanned(database, limit),
    plan: async (parts) => (await planIn(database, 'signers', parts)) + (await planIn(database, 'approvers', parts)),
    due: (at, limit) => findDue(database, at, limit),
    remind: (documentId, at, decide) =>
      inTransaction(database, (transaction) => remind(transaction, { documentId, at, decide, notify })),
  }
}

/** What a plan is made of. */
interface StandingRow {
  readonly table: AskedPart['table']
  readonly id: string
  readonly notified_at: Date
  readonly reminded_at: Date | null
  readonly reminders: number
  readonly deadline: Date | null
  readonly policy: ReminderPolicy | null
}

const toStanding = ({ notified_at, reminded_at, reminders, deadline, policy }: StandingRow): AskedStanding => ({
  policy: policy ?? USUAL_REMINDERS,
  firstMailAt: notified_at,
  remindedAt: reminded_at,
  ...{ reminders, deadline },
})

/** Parts of people who may act now, with what is said of reminders for each. */
const partsWhere = (condition: ReturnType<typeof sql>) => sql`(
  select 'signers' as "table", id, document_id, user_id, notified_at, reminded_at, reminders, next_reminder_at,
    xmin::text as version
  from signers where state = 'pending' and ${condition}
  union all
  select 'approvers', id, document_id, user_id, notified_at, reminded_at, reminders, next_reminder_at, xmin::text
  from approvers where state = 'pending' and ${condition}) as parts`

async function findUnplanned(database: Kysely<Schema>, limit: number): Promise<UnplannedPart[]> {
  const { rows } = await sql<StandingRow & { readonly version: string }>`
    select parts.*, documents.deadline, ${policyOf} as policy
    from ${partsWhere(sql`notified_at is not null and not reminders_planned`)}
      join documents on documents.id = parts.document_id
    limit ${limit}`.execute(database)
  return rows.map((row) => ({ table: row.table, id: row.id, version: row.version, ...toStanding(row) }))
}

/**
 * Leaves out rows that somebody holds, who may wait for others of these, and those that have changed since they were read:
 * the next sweep plans them.
 */
async function planIn(
  database: Kysely<Schema>,
  table: AskedPart['table'],
  planned: readonly PlannedPart[],
): Promise<number> {
  const parts = planned.filter((part) => part.table === table)
  if (parts.length === 0) return 0
  const rows = parts.map(({ id, next, version }) => ({ id, next, version }))
  const { numAffectedRows } = await sql`
    with plans as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as plan (id uuid, next timestamptz, version text)
    ), free as (
      select parts.id, plans.next from ${sql.table(table)} as parts join plans on plans.id = parts.id
      where not parts.reminders_planned and parts.xmin::text = plans.version
      for update of parts skip locked
    )
    update ${sql.table(table)} as parts set reminders_planned = true, next_reminder_at = free.next
    from free where parts.id = free.id`.execute(database)
  return Number(numAffectedRows)
}

async function findDue(database: Kysely<Schema>, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ document_id: string }>`
    select document_id from ${partsWhere(sql`next_reminder_at <= ${at}`)}
    group by document_id order by min(next_reminder_at) limit ${limit}`.execute(database)
  return rows.map(({ document_id }) => document_id)
}

interface Reminding {
  readonly documentId: string
  readonly at: Date
  readonly decide: DecideReminder
  readonly notify: Notify
}

interface DueRow extends StandingRow {
  readonly user_id: string
  readonly is_reachable: boolean
  readonly is_guest: boolean
  /** Of the signer whose document it is to approve, where it is that. */
  readonly signer_id: string
}

interface DecidedPart extends DueRow {
  readonly decision: ReminderDecision
}

/** The document's row decides between servers: who comes second finds nobody who is due. */
async function remind(transaction: Transaction<Schema>, { documentId, at, decide, notify }: Reminding) {
  const document = await transaction
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select(['id', 'subscription_id', 'state', 'deadline'])
    .forUpdate()
    .executeTakeFirst()
  if (!document || !isOpenAt(document, at)) return { decided: 0, reminded: 0 }
  const due = (await readDue(transaction, documentId, at)).map((row) => ({
    ...row,
    decision: decide(toStanding(row), row.is_reachable),
  }))
  for (const part of due) await keepDecision(transaction, part, at)
  const reminded = due.filter(({ decision }) => decision.isReminded)
  const [first, ...others] = reminded.map((part) => eventOf({ documentId, at }, document.subscription_id, part))
  if (first) {
    await tell(transaction, reminded, { documentId, at, deadline: document.deadline, notify })
    await appendAuditEvents(transaction, [first, ...others])
  }
  return { decided: due.length, reminded: reminded.length }
}

async function readDue(transaction: Transaction<Schema>, documentId: string, at: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select parts.*, documents.deadline, ${policyOf} as policy, ${isGuest} as is_guest,
      coalesce((select signer_id from approvers where approvers.id = parts.id), parts.id) as signer_id,
      ${isReachable} as is_reachable
    from ${partsWhere(sql`document_id = ${documentId} and next_reminder_at <= ${at}`)}
      join documents on documents.id = parts.document_id
      join users on users.id = parts.user_id
    order by parts."table", parts.id`.execute(transaction)
  return rows
}

async function keepDecision(
  transaction: Transaction<Schema>,
  { table, id, reminders, decision }: DecidedPart,
  at: Date,
): Promise<void> {
  const { next, isReminded, escalatesAt } = decision
  await transaction
    .updateTable(table)
    .set({
      next_reminder_at: next,
      ...(isReminded && { reminded_at: at, reminders: reminders + 1, escalates_at: escalatesAt }),
    })
    .where('id', '=', id)
    .execute()
}

async function tell(
  transaction: Transaction<Schema>,
  reminded: readonly DecidedPart[],
  { documentId, at, deadline, notify }: Omit<Reminding, 'decide'> & { readonly deadline: Date | null },
): Promise<void> {
  const [guests, people] = [reminded.filter(({ is_guest }) => is_guest), reminded.filter(({ is_guest }) => !is_guest)]
  // An invitation opens one document, so that each has a mail of its own.
  const invited = guests.map(({ id }) => id)
  if (invited.length > 0) await notify.reminded(transaction, 'signers', invited)
  const parts = people.map(({ table, id, user_id }) => ({ table, id, userId: user_id }))
  await notify.remindedByItself(transaction, { documentId, parts, at, deadline })
  for (const { user_id, decision } of reminded) {
    if (!decision.isLast) continue
    await notify.sender(transaction, { documentId, event: 'unanswered', actorId: user_id, at })
  }
}

const eventOf = (
  { documentId, at }: Pick<Reminding, 'documentId' | 'at'>,
  subscriptionId: string,
  { table, id, signer_id }: DueRow,
): AuditEntry => ({
  ...{ documentId, subscriptionId, at },
  type: 'person-reminded',
  facts: { automatic: true, signerId: signer_id, ...(table === 'approvers' && { approverId: id }) },
})
