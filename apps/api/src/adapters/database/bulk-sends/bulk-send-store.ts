import type { Kysely } from 'kysely'
import { callerColumns } from '../../../modules/owner.ts'
import type { BulkSendStore, NewBulkSend } from '../../../modules/bulk-sends/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { BulkSendLater } from '../../jobs/bulk-later.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isOf, takeTurns } from '../uploads/upload-store.ts'
import { changeBulkSends } from './bulk-send-changes.ts'
import { readBulkSends } from './bulk-send-reads.ts'
import { workOnBulkSends } from './bulk-send-work.ts'
import { sealSheets, type SealedSheets } from './sealed-sheets.ts'

/** Rows of one insert. */
const AT_ONCE = 500

interface BulkSendPlace {
  readonly database: Kysely<Schema>
  readonly serverKeys: ServerKeys
  /** Names this process. */
  readonly instance: string
}

/** Bulk sends in PostgreSQL. Every statement for an owner names them; whoever works on one has its `turn`. */
export function openBulkSendStore(
  { database, serverKeys, instance }: BulkSendPlace,
  later: BulkSendLater,
): BulkSendStore {
  const sheets = sealSheets(serverKeys)
  return {
    insert: (bulk) => insertBulkSend(database, sheets, bulk),
    ...readBulkSends({ database, sheets }),
    ...changeBulkSends({ database, sheets, later }),
    ...workOnBulkSends({ database, sheets, later, instance }),
  }
}

async function insertBulkSend(database: Kysely<Schema>, sheets: SealedSheets, bulk: NewBulkSend): Promise<boolean> {
  const { id, owner, name, sheet, at, expiresAt, end, most } = bulk
  const sealed = await Promise.all(sheet.rows.map(({ cells }) => sheets.seal(id, cells)))
  const plan = await sheets.seal(id, { columns: sheet.columns, mapping: null })
  return inTransaction(database, async (transaction) => {
    await takeTurns(transaction, 'bulk_sends', owner)
    const others = await transaction
      .selectFrom('bulk_sends')
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .select('id')
      .limit(most)
      .execute()
    if (others.length >= most) return false
    await transaction
      .insertInto('bulk_sends')
      .values({
        ...{ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), name, delimiter: sheet.delimiter },
        ...{ sealed_plan: plan, created_at: at, held_until: at, expires_at: expiresAt },
      })
      .execute()
    for (let from = 0; from < sheet.rows.length; from += AT_ONCE) {
      const part = sheet.rows.slice(from, from + AT_ONCE)
      await transaction
        .insertInto('bulk_send_rows')
        .values(part.map(({ number }, index) => ({ bulk_send_id: id, number, sealed_cells: sealed[from + index]! })))
        .execute()
    }
    if (end) await finishRequest(transaction, end)
    return true
  })
}
