import { sql, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '../connection.ts'
import { addNotice } from '../push/notice-outbox.ts'
import type { Schema } from '../schema.ts'

/** Days before the end at which a person is told; not of a certificate that came later than that. */
const DAYS_BEFORE = [30, 7]

/** Asks for a mail to the person of a certificate, inside the transaction that notes that they are told. */
export type NotifyOfCertificate = (transaction: Transaction<Schema>, certificateId: string) => Promise<void>

/**
 * Tells people by mail and on their devices which of their certificates expire soon, once at each of these days.
 * @returns how many certificates are told of
 */
export function tellExpiring(database: Kysely<Schema>, notify: NotifyOfCertificate, at: Date): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ id: string; user_id: string }>`
      update certificates set expiry_told_at = ${at}
      where deleted_at is null and not suspended and not_after > ${at}
        and not_after <= ${at}::timestamptz + make_interval(days => ${Math.max(...DAYS_BEFORE)}::int) and exists (
        select from unnest(${DAYS_BEFORE}::int[]) as days
        where not_after - make_interval(days => days) <= ${at}
          and not_after - make_interval(days => days) > greatest(created_at, expiry_told_at))
      returning id, user_id`.execute(transaction)
    for (const { id, user_id: userId } of rows) {
      const notice = { kind: 'certificate', cause: `${id}:${at.toISOString()}`, reader: { userId } } as const
      await addNotice(transaction, notice, { at, dueAt: at })
      await notify(transaction, id)
    }
    return rows.length
  })
}
