import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { ownerOf } from '../../../modules/owner.ts'
import type {
  BulkRow,
  BulkSendHold,
  BulkSendStore,
  HeldBulkSend,
  RowOutcome,
  Verdict,
} from '../../../modules/bulk-sends/ports.ts'
import type { BulkSendLater } from '../../jobs/bulk-later.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { toBulkRow } from './bulk-send-reads.ts'
import type { SealedSheets } from './sealed-sheets.ts'

type WorkersPart = Pick<
  BulkSendStore,
  'hold' | 'release' | 'table' | 'judge' | 'endCheck' | 'begun' | 'begin' | 'countTry' | 'settle' | 'end' | 'abandoned'
>

const ofHold = (database: Kysely<Schema>, { id, turn }: BulkSendHold) =>
  database.updateTable('bulk_sends').where('id', '=', id).where('turn', '=', turn)

/** Work is left in one that is checked or sent, and in one that was stopped while rows of it were under way. */
const hasWork = sql<boolean>`(state in ('checking', 'sending') or state in ('paused', 'cancelled') and exists (
  select from bulk_send_rows as begun where begun.bulk_send_id = bulk_sends.id and begun.state = 'sending'))`

/** The lease ran out, or the process that holds it is silent. */
const isAbandoned = (at: Date) =>
  sql<boolean>`(held_until < ${at} or held_by in (select instance from silent_replicas))`

interface Work {
  readonly database: Kysely<Schema>
  readonly sheets: SealedSheets
  readonly later: BulkSendLater
  /** Names this process, whose holds end when it falls silent. */
  readonly instance: string
}

export const workOnBulkSends = (work: Work): WorkersPart => ({
  hold: (id, times) => takeHold(work, id, times),
  release: (hold, at, wantsMore) =>
    inTransaction(work.database, async (transaction) => {
      const row = await ofHold(transaction, hold)
        .set({ turn: null, held_by: null, held_until: at })
        .returning('state')
        .executeTakeFirst()
      const isUnfinished = row?.state === 'sending' || row?.state === 'checking'
      if (isUnfinished && wantsMore) await work.later(transaction, hold.id)
    }),
  table: (id) => rowsOf(work, id),
  judge: (hold, verdicts, until) => judgeRows(work.database, hold, { verdicts, until }),
  endCheck: async (hold) => {
    await ofHold(work.database, hold).where('state', '=', 'checking').set({ state: 'checked', turn: null }).execute()
  },
  begun: ({ id }) => rowsOf(work, id, 'sending'),
  begin: (hold, until) => beginRow(work, hold, until),
  countTry: async ({ id }, number) => {
    const row = await work.database
      .updateTable('bulk_send_rows')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('bulk_send_id', '=', id)
      .where('number', '=', number)
      .returning('tries')
      .executeTakeFirst()
    return row?.tries ?? Infinity
  },
  settle: (hold, outcome, { until }) => settleRow(work.database, hold, { ...outcome, until }),
  end: (hold, times) => endSend(work, hold, times),
  abandoned: async (at, most) => {
    const rows = await work.database
      .selectFrom('bulk_sends')
      .where(hasWork)
      .where((eb) => eb.or([eb('turn', 'is', null), isAbandoned(at)]))
      .orderBy('held_until')
      .limit(most)
      .select('id')
      .execute()
    return rows.map(({ id }) => id)
  },
})

async function takeHold(
  { database, sheets, instance }: Work,
  id: string,
  { at, until }: Parameters<BulkSendStore['hold']>[1],
): Promise<HeldBulkSend | undefined> {
  const row = await database
    .updateTable('bulk_sends')
    .set({ turn: randomUUID(), held_by: instance, held_until: until })
    .where('id', '=', id)
    .where(hasWork)
    .where((eb) => eb.or([eb('turn', 'is', null), isAbandoned(at)]))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { mapping } = await sheets.openPlan(row.id, row.sealed_plan)
  const owner = ownerOf({ subscriptionId: row.subscription_id, clientId: row.client_id, userId: row.user_id })
  return { id, turn: row.turn!, owner, state: row.state, mapping: mapping! }
}

/** In the order of the sheet. @param state of those that are wanted; all without it */
async function rowsOf({ database, sheets }: Work, id: string, state?: BulkRow['state']): Promise<BulkRow[]> {
  let found = database.selectFrom('bulk_send_rows').where('bulk_send_id', '=', id)
  if (state) found = found.where('state', '=', state)
  const rows = await found.orderBy('number').selectAll().execute()
  return Promise.all(rows.map((row) => toBulkRow(sheets, row)))
}

function judgeRows(
  database: Kysely<Schema>,
  hold: BulkSendHold,
  { verdicts, until }: { verdicts: readonly Verdict[]; until: Date },
): Promise<boolean> {
  const rows = verdicts.map(({ number, findings }) => ({
    ...{ number, findings },
    state: findings.some(({ isNotice }) => !isNotice) ? 'wrong' : 'good',
  }))
  return inTransaction(database, async (transaction) => {
    const held = await ofHold(transaction, hold)
      .where('state', '=', 'checking')
      .set({ held_until: until })
      .returning('id')
      .executeTakeFirst()
    if (!held) return false
    await sql`update bulk_send_rows set state = judged.state, findings = judged.findings
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as judged (number integer, state text, findings jsonb)
      where bulk_send_id = ${hold.id} and bulk_send_rows.number = judged.number
        and bulk_send_rows.state = 'unchecked'`.execute(transaction)
    return true
  })
}

function beginRow({ database, sheets }: Work, hold: BulkSendHold, until: Date) {
  return inTransaction(database, async (transaction) => {
    const held = await ofHold(transaction, hold)
      .where('state', '=', 'sending')
      .set({ held_until: until })
      .returning('id')
      .executeTakeFirst()
    if (!held) return undefined
    const row = await transaction
      .updateTable('bulk_send_rows')
      .set({ state: 'sending' })
      .where('bulk_send_id', '=', hold.id)
      .where('number', '=', (eb) =>
        eb
          .selectFrom('bulk_send_rows as next')
          .where('next.bulk_send_id', '=', hold.id)
          .where('next.state', '=', 'good')
          .orderBy('next.number')
          .limit(1)
          .select('next.number'),
      )
      .returningAll()
      .executeTakeFirst()
    return row && toBulkRow(sheets, row)
  })
}

function settleRow(database: Kysely<Schema>, hold: BulkSendHold, outcome: RowOutcome & { until: Date }) {
  const { number, state, code, documentIds, until } = outcome
  return inTransaction(database, async (transaction) => {
    const held = await ofHold(transaction, hold).set({ held_until: until }).returning('id').executeTakeFirst()
    if (!held) return false
    await transaction
      .updateTable('bulk_send_rows')
      .set({ state, code, document_ids: [...documentIds] })
      .where('bulk_send_id', '=', hold.id)
      .where('number', '=', number)
      .where('state', '=', 'sending')
      .execute()
    return true
  })
}

async function endSend(
  { database }: Work,
  hold: BulkSendHold,
  { at, expiresAt }: Parameters<BulkSendStore['end']>[1],
): Promise<void> {
  await ofHold(database, hold)
    .where('state', '=', 'sending')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('bulk_send_rows')
            .select('number')
            .where('bulk_send_id', '=', hold.id)
            .where('bulk_send_rows.state', 'in', ['good', 'sending']),
        ),
      ),
    )
    .set({ state: 'finished', ended_at: at, expires_at: expiresAt })
    .execute()
}
