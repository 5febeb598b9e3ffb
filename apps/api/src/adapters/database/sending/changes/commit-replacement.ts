import type { Kysely, Transaction } from 'kysely'
import type { ChangeableDocument, Replacement } from '../../../../modules/sending/changes/ports.ts'
import type { NotifyPeople } from '../../../jobs/notify-people.ts'
import { inTransaction } from '../../connection.ts'
import { wakeSigners } from '../../documents/wake-signers.ts'
import { insertGuests } from '../../guests/guest-rows.ts'
import { finishRequest } from '../../idempotency/request-store.ts'
import { UNTOLD } from '../../reminders/to-plan.ts'
import type { Schema } from '../../schema.ts'
import { insertApprovers } from './insert-approvers.ts'
import { loadChangeable } from './load-changeable.ts'
import { keepLosses, recordChange } from './write-change.ts'

/**
 * Another person takes over the slot: places and attachments are theirs, and what was agreed with approvers about the
 * first person is asked anew. The first one stays in the record.
 * @returns false where the document is not theirs to change
 */
export function commitReplacement(
  database: Kysely<Schema>,
  replacement: Replacement,
  { notify, judge }: { notify: NotifyPeople; judge: (document: ChangeableDocument) => void },
): Promise<boolean> {
  const { at, reason, watcher, signerId, person, newId, end } = replacement
  return inTransaction(database, async (transaction) => {
    const document = await loadChangeable(transaction, replacement)
    if (!document) return false
    judge(document)
    if (end) await finishRequest(transaction, end)
    const guests = replacement.guest ? [replacement.guest] : []
    await insertGuests(transaction, { guests, subscriptionId: document.subscriptionId, at })
    const { facts, wasTold } = await putInPlace(transaction, document, { notify, signerId, person, newId, at })
    const userIds = wasTold ? [facts.before] : []
    await notify.losers(transaction, await keepLosses(transaction, { document, userIds, reason, at }))
    const personal: Record<string, string> = reason === '' ? {} : { reason }
    await recordChange(transaction, { document, watcher, type: 'signer-replaced', at, facts, personal })
    return true
  })
}

export interface TakenOver extends Pick<Replacement, 'signerId' | 'newId' | 'at'> {
  readonly notify: NotifyPeople
  readonly person: Pick<Replacement['person'], 'id' | 'name'>
}

/**
 * Hands a slot over, and asks whoever is to act next.
 * @returns what the event of it says, and whether the first person had heard of the document
 */
export async function putInPlace(
  transaction: Transaction<Schema>,
  document: ChangeableDocument,
  { notify, ...taken }: TakenOver,
) {
  const { signerId, person, at } = taken
  const newSignerId = taken.newId()
  const wasTold = await takeSlot(transaction, taken, newSignerId)
  const old = document.signers.find(({ id }) => id === signerId.toLowerCase())!
  const approvers = old.approvers.filter(({ state }) => state !== 'cancelled').map(({ userId }) => userId)
  const asked = await insertApprovers(transaction, document, { signerId: newSignerId, userIds: approvers })
  await notify.approvers(transaction, asked)
  await notify.signers(transaction, await wakeSigners(transaction, document.id, at))
  return { facts: { signerId: old.id, newSignerId, before: old.userId, after: person.id }, wasTold }
}

/** @returns whether the first person had heard of the document */
async function takeSlot(
  transaction: Transaction<Schema>,
  { signerId, person, at }: Omit<TakenOver, 'notify'>,
  newSignerId: string,
): Promise<boolean> {
  const old = await transaction
    .updateTable('signers')
    .set({ state: 'replaced', operated_at: at })
    .where('id', '=', signerId)
    .where('state', 'in', ['waiting', 'pending'])
    .returningAll()
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('signers')
    .values({
      ...old,
      id: newSignerId,
      user_id: person.id,
      signer_name: person.name,
      state: 'waiting',
      certificate_id: null,
      certificate_alias: null,
      private_message: null,
      guest_id: null,
      ...{ ...UNTOLD, called_at: null, operated_at: null, access_method: null },
    })
    .execute()
  await transaction
    .updateTable('approvers')
    .set({ state: 'cancelled', operated_at: at })
    .where('signer_id', '=', old.id)
    .where('state', '=', 'pending')
    .execute()
  await transaction.deleteFrom('passing_requests').where('signer_id', '=', old.id).execute()
  for (const table of ['signature_fields', 'attachments'] as const) {
    await transaction.updateTable(table).set({ signer_id: newSignerId }).where('signer_id', '=', old.id).execute()
  }
  return old.called_at !== null || old.notified_at !== null
}
