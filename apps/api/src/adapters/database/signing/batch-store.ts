import type { Kysely } from 'kysely'
import type { Batch, BatchStore } from '../../../modules/signing/ports.ts'
import type { Schema } from '../schema.ts'

/** Batches in PostgreSQL, so that any replica can go on with them. */
export class DatabaseBatchStore implements BatchStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async insert(batch: Batch): Promise<void> {
    await this.database
      .insertInto('signing_batches')
      .values({
        id: batch.id,
        user_id: batch.userId,
        certificate_id: batch.certificateId,
        signer_ids: [...batch.signerIds],
        created_at: batch.createdAt,
        expires_at: batch.expiresAt,
      })
      .execute()
  }

  async find(userId: string, batchId: string, at: Date): Promise<Batch | undefined> {
    const row = await this.database
      .selectFrom('signing_batches')
      .where('id', '=', batchId)
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .selectAll()
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        certificateId: row.certificate_id,
        signerIds: row.signer_ids,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    )
  }
}
