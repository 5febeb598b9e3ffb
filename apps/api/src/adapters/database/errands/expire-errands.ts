import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { ErrandState } from '../../../modules/errands.ts'
import { auditErrandEnd, type EndedErrand } from './audit-errand-end.ts'
import type { Schema } from '../schema.ts'

/** States of those whose end is still to come. */
export const LIVING: readonly ErrandState[] = ['awaiting_person', 'confirmed', 'finishing']

/** Nobody is at work on it: it is not being finished, or not any more. */
export const isFree = (eb: ExpressionBuilder<Schema, 'errands'>, at: Date) =>
  eb.or([
    eb('state', '<>', 'finishing'),
    eb('lease_until', '<', at),
    eb('lease_owner', 'in', eb.selectFrom('silent_replicas').select('instance')),
  ])

const EXPIRED = 'TRANSACTION_EXPIRED'

/** Ends those whose time is over, each with the event of its document's log. @returns how many there were */
export async function expireErrands(database: Kysely<Schema>, at: Date): Promise<number> {
  const left = await database
    .selectFrom('errands')
    .where('state', 'in', LIVING)
    .where('expires_at', '<', at)
    .select('id')
    .execute()
  let ended = 0
  for (const { id } of left) {
    if (await database.transaction().execute((transaction) => expireOne(transaction, id, at))) ended++
  }
  return ended
}

async function expireOne(transaction: Transaction<Schema>, id: string, at: Date): Promise<boolean> {
  const ended = await transaction
    .updateTable('errands')
    .set({ state: 'expired', outcome_code: EXPIRED, updated_at: at })
    .where('id', '=', id)
    .where('state', 'in', LIVING)
    .where('expires_at', '<', at)
    .where((eb) => isFree(eb, at))
    .returning(['id', 'purpose', 'signer_id', 'document_id'])
    .executeTakeFirst()
  if (ended && (await isStillToBeSigned(transaction, ended)))
    await auditErrandEnd(transaction, ended, { code: EXPIRED, at })
  return ended !== undefined
}

/**
 * What led to a signature, in a process that died before it said so here, or is not needed any more, has not failed.
 */
async function isStillToBeSigned(transaction: Transaction<Schema>, { signer_id }: EndedErrand): Promise<boolean> {
  const signer = await transaction
    .selectFrom('signers')
    .where('id', '=', signer_id)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  return signer !== undefined
}
