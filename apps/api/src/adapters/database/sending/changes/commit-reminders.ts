import { sql, type Kysely, type Transaction } from 'kysely'
import type { AuditEntry } from '../../../../modules/audit/ports.ts'
import type { ChangeableDocument, Reminded, Reminding } from '../../../../modules/sending/changes/ports.ts'
import type { NotifyPeople } from '../../../jobs/notify-people.ts'
import { appendAuditEvents } from '../../audit/append-audit-event.ts'
import { inTransaction } from '../../connection.ts'
import { finishRequest } from '../../idempotency/request-store.ts'
import { TO_COUNT_ANEW } from '../../reminders/to-plan.ts'
import type { Schema } from '../../schema.ts'
import { loadChangeable } from './load-changeable.ts'
import { actorOf } from './write-change.ts'

interface RemindHooks {
  readonly notify: NotifyPeople
  readonly judge: (document: ChangeableDocument, result: Reminded) => void
}

/** @returns undefined where the document is not theirs to change */
export function commitReminders(
  database: Kysely<Schema>,
  reminding: Reminding,
  { notify, judge }: RemindHooks,
): Promise<Reminded | undefined> {
  return inTransaction(database, async (transaction) => {
    const document = await loadChangeable(transaction, reminding)
    if (!document) return undefined
    const isDue = ({ reminded_at }: Awaited) => reminded_at === null || reminded_at <= reminding.notSince
    const everybody = document.isOpen ? await findAwaited(transaction, document.id) : []
    const awaited = everybody.filter(({ id }) => reminding.only?.includes(id) ?? true)
    const due = awaited.filter(isDue)
    const result: Reminded = {
      reminded: due.map(toPerson),
      tooSoon: awaited.filter((one) => !isDue(one)).map((one) => ({ ...toPerson(one), remindedAt: one.reminded_at! })),
    }
    judge(document, result)
    const end = reminding.end(result)
    if (end) await finishRequest(transaction, end)
    for (const table of ['signers', 'approvers'] as const) {
      const ids = due.filter((one) => one.is_approver === (table === 'approvers')).map(({ id }) => id)
      if (ids.length === 0) continue
      await transaction
        .updateTable(table)
        .set({ reminded_at: reminding.at, ...TO_COUNT_ANEW })
        .where('id', 'in', ids)
        .execute()
      await notify.reminded(transaction, table, ids)
    }
    const [first, ...others] = due.map((one) => eventOf(document, reminding, one))
    await appendAuditEvents(transaction, [first!, ...others])
    return result
  })
}

interface Awaited {
  readonly id: string
  readonly signer_id: string
  readonly name: string
  readonly is_approver: boolean
  readonly reminded_at: Date | null
}

async function findAwaited(transaction: Transaction<Schema>, documentId: string): Promise<Awaited[]> {
  const { rows } = await sql<Awaited>`
    select id, id as signer_id, signer_name as name, false as is_approver, reminded_at
    from signers where document_id = ${documentId} and state = 'pending'
    union all
    select approvers.id, signer_id, users.name, true, approvers.reminded_at
    from approvers join users on users.id = approvers.user_id
    where document_id = ${documentId} and approvers.state = 'pending'
    order by is_approver, name, id`.execute(transaction)
  return rows
}

const toPerson = ({ id, name, is_approver }: Awaited) => ({ id, name, isApprover: is_approver })

const eventOf = (
  { id: documentId, subscriptionId }: ChangeableDocument,
  { watcher, at }: Reminding,
  { id, signer_id, is_approver }: Awaited,
): AuditEntry => ({
  ...{ documentId, subscriptionId, at },
  type: 'person-reminded',
  facts: { ...actorOf(watcher), signerId: signer_id, ...(is_approver && { approverId: id }) },
})
