import { sql, type Kysely, type Transaction } from 'kysely'
import type { ConfirmedOutcome, ConfirmingWork, ItemToConfirm } from '../../../modules/signing/runs/confirming/ports.ts'
import type { RunHold } from '../../../modules/signing/runs/ports.ts'
import type { Schema } from '../schema.ts'
import { noticeOnDevices, tellPerson } from './finish-items.ts'
import { hasSigned } from './run-store.ts'
import { IS_WANTED, isOfHold, ofHold, statesLeft, withRun, type ItemRow, type RunPlace } from './run-hold.ts'

/** Documents of a run that its person confirms elsewhere, one after another. */
export const confirmItems = (place: Pick<RunPlace, 'database' | 'tellByMail'>): ConfirmingWork => ({
  nextToConfirm: (hold, at) => nextToConfirm(place.database, hold, at),
  keepAsked: async (hold, { id, errandId }, at) => {
    await place.database
      .updateTable('signing_run_items')
      .set({ state: 'asked', errand_id: errandId, asked_at: at, told_at: null })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where(isOfHold(hold))
      .execute()
  },
  tellAsked: (hold, itemId, at) =>
    withRun(place.database, hold, async (transaction) => {
      const told = await transaction
        .updateTable('signing_run_items')
        .set({ told_at: at })
        .where('id', '=', itemId)
        .where('run_id', '=', hold.id)
        .where('state', '=', 'asked')
        .where('told_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (told) await noticeOnDevices(transaction, hold, { kind: 'run-waits', at })
    }),
  settleConfirmed: (hold, { id, outcome, at }) =>
    withRun(place.database, hold, async (transaction) => {
      const isSigned = outcome.state === 'signed' || (await wasSigned(transaction, id))
      await transaction
        .updateTable('signing_run_items')
        .set(changeOf(isSigned ? { state: 'signed' } : outcome, at))
        .where('id', '=', id)
        .where('run_id', '=', hold.id)
        .where('state', 'in', isSigned ? [...OPEN, 'discarded'] : OPEN)
        .execute()
      if (isSigned || outcome.state !== 'needs-person') return
      await awaitPerson(transaction, hold, { code: outcome.code, at, place })
    }),
  endConfirming: (hold, at) =>
    withRun(place.database, hold, async (transaction, { state }) => {
      if (state !== 'confirming') return
      const left = await statesLeft(transaction, hold)
      if (left.has('queued') || left.has('asked')) return comeBack(transaction, hold, at)
      await ofHold(transaction, hold).set({ state: 'done', code: null, ended_at: at }).execute()
      await tellPerson(transaction, hold, { kind: 'run-ended', at, place })
    }),
})

const OPEN: readonly ItemRow['state'][] = ['queued', 'asked']

/** Before this could be said: the commit was not answered, or what followed it failed. */
async function wasSigned(transaction: Transaction<Schema>, id: string): Promise<boolean> {
  const item = transaction.selectFrom('signing_run_items as item').where('item.id', '=', id).where(hasSigned)
  return (await item.select('item.id').executeTakeFirst()) !== undefined
}

/** One is asked for at a time: while it waits for another try, so do those after it. */
async function nextToConfirm(
  database: Kysely<Schema>,
  { id, turn }: RunHold,
  at: Date,
): Promise<ItemToConfirm | undefined> {
  const row = await database
    .selectFrom('signing_runs')
    .innerJoin('signing_run_items as item', 'item.run_id', 'signing_runs.id')
    .where('signing_runs.id', '=', id)
    .where('turn', '=', turn)
    .where('signing_runs.state', '=', 'confirming')
    .where('paused', '=', false)
    .where(IS_WANTED)
    .where('item.state', 'in', OPEN)
    .orderBy(sql`item.state = 'asked'`, 'desc')
    .orderBy('position')
    .limit(1)
    .selectAll('item')
    .executeTakeFirst()
  return row && (row.not_before === null || row.not_before <= at) ? toConfirm(row) : undefined
}

const toConfirm = (row: ItemRow): ItemToConfirm => ({
  ...{ id: row.id, signerId: row.signer_id, tries: row.tries },
  ...{ acceptedDisclaimer: row.accepted_disclaimer ?? undefined, acceptChanges: row.accept_changes },
  asked:
    row.errand_id === null ? undefined : { errandId: row.errand_id, at: row.asked_at!, isTold: row.told_at !== null },
})

const NOT_ASKED = { errand_id: null, asked_at: null }

function changeOf(outcome: ConfirmedOutcome, at: Date) {
  const another = sql<number>`tries + 1`
  switch (outcome.state) {
    case 'signed':
      return { state: 'signed' as const, ...NOT_ASKED, code: null, ended_at: at }
    case 'failed':
      return { state: 'failed' as const, ...NOT_ASKED, code: outcome.code, ended_at: at }
    case 'needs-person':
      return { state: 'queued' as const, ...NOT_ASKED, not_before: null, tries: another }
    case 'again':
      return {
        ...(outcome.isVoid && { state: 'queued' as const, ...NOT_ASKED }),
        ...{ code: outcome.code, not_before: outcome.notBefore, tries: another },
      }
  }
}

interface WaitsBecause {
  readonly code: string
  readonly at: Date
  readonly place: Pick<RunPlace, 'tellByMail'>
}

async function awaitPerson(
  transaction: Transaction<Schema>,
  hold: RunHold,
  { code, at, place }: WaitsBecause,
): Promise<void> {
  await ofHold(transaction, hold).set({ state: 'needs-person', code }).where('state', '=', 'confirming').execute()
  await tellPerson(transaction, hold, { kind: 'run-waits', at, place })
}

/** Once the document that is next may be tried again; those after it wait for it. */
async function comeBack(transaction: Transaction<Schema>, hold: RunHold, at: Date): Promise<void> {
  const next = await transaction
    .selectFrom('signing_run_items')
    .where('run_id', '=', hold.id)
    .where('state', 'in', OPEN)
    .orderBy(sql`state = 'asked'`, 'desc')
    .orderBy('position')
    .select(['code', 'not_before'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const dueAt = next.not_before !== null && next.not_before > at ? next.not_before : at
  await ofHold(transaction, hold).set({ code: next.code, due_at: dueAt }).execute()
}
