import type { Kysely, Selectable } from 'kysely'
import type { AuditKeyRecords, StoredAuditKey } from '../../audit-keys/audit-key-records.ts'
import { findOrMake } from '../advisory-locks.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'
import type { AuditKeyTable } from './audit-schema.ts'

/** Keys that sign the heads of the audit log. */
export class DatabaseAuditKeyRecords implements AuditKeyRecords {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async find(id: string): Promise<StoredAuditKey | undefined> {
    const row = await this.database.selectFrom('audit_keys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toKey(row)
  }

  newestOr(makeKey: () => Promise<StoredAuditKey>): Promise<StoredAuditKey> {
    return findOrMake(this.database, 'auditKeys', {
      find: async (transaction) => {
        const newest = await transaction
          .selectFrom('audit_keys')
          .selectAll()
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst()
        return newest && toKey(newest)
      },
      make: async (transaction) => {
        const key = await makeKey()
        await transaction
          .insertInto('audit_keys')
          .values({
            id: key.id,
            wrapped_private_key: Buffer.from(key.wrappedPrivateKey),
            created_at: key.createdAt,
          })
          .execute()
        await appendInstallationEvent(transaction, {
          ...{ type: 'audit-key-made', at: key.createdAt, actor: { by: 'server' }, facts: { keyId: key.id } },
        })
        return key
      },
    })
  }
}

const toKey = (row: Selectable<AuditKeyTable>): StoredAuditKey => ({
  id: row.id,
  wrappedPrivateKey: row.wrapped_private_key,
  createdAt: row.created_at,
})
