import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import { PortalError } from '@rubrica/domain'
import { callerColumns, type Owner } from '../../../modules/owner.ts'
import type {
  FindingCode,
  PageSize,
  StoredUpload,
  Upload,
  UploadName,
  UploadStore,
} from '../../../modules/sending/uploads/ports.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import type { UploadTable } from './upload-schema.ts'

/** Width, height and rotation of each page. */
type StoredPages = readonly (readonly [number, number, PageSize['rotation']] | null)[]

/** Files that wait to be sent, in PostgreSQL; every statement names their owner. */
export class DatabaseUploadStore implements UploadStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  insert(upload: Upload, { owner, key, objectId, end, most }: Parameters<UploadStore['insert']>[1]): Promise<boolean> {
    const pages: StoredPages = upload.pages.map((page) => page && [page.width, page.height, page.rotation])
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'uploads', owner)
      const waiting = await transaction
        .selectFrom('uploads')
        .where(isOf(owner))
        .where('expires_at', '>', upload.uploadedAt)
        .select('id')
        .limit(most)
        .execute()
      if (waiting.length >= most) return false
      await transaction
        .insertInto('uploads')
        .values({
          id: upload.id,
          subscription_id: owner.subscriptionId,
          ...callerColumns(owner),
          name: upload.name,
          length: upload.size,
          digest: Buffer.from(upload.sha256, 'hex'),
          pages: JSON.stringify(pages),
          findings: [...upload.findings],
          object_id: objectId,
          wrapped_data_key: Buffer.from(key.wrappedKey),
          created_at: upload.uploadedAt,
          expires_at: upload.expiresAt,
        })
        .execute()
      if (end) await finishRequest(transaction, end)
      return true
    })
  }

  async find({ owner, id }: UploadName, at: Date): Promise<(Upload & StoredUpload) | undefined> {
    const row = await this.database
      .selectFrom('uploads')
      .where('id', '=', id)
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .selectAll()
      .executeTakeFirst()
    return row && toUpload(row)
  }

  async delete({ owner, id }: UploadName, at: Date): Promise<boolean> {
    const row = await this.database
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}

/** Things of one owner that are made at once are counted one after another. */
export async function takeTurns(transaction: Transaction<Schema>, kind: string, owner: Owner): Promise<void> {
  const whose = 'clientId' in owner ? owner.clientId : owner.userId
  const name = `${kind} ${owner.subscriptionId} ${whose}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/** Whose a row is, as SQL over a table with the columns of an owner. */
export function isOf(owner: Owner): RawBuilder<boolean> {
  const caller =
    'clientId' in owner ? sql<boolean>`client_id = ${owner.clientId}` : sql<boolean>`user_id = ${owner.userId}`
  return sql<boolean>`(subscription_id = ${owner.subscriptionId} and ${caller})`
}

export function toUpload(row: Selectable<UploadTable>): Upload & StoredUpload {
  return {
    id: row.id,
    name: row.name,
    size: Number(row.length),
    sha256: row.digest.toString('hex'),
    pages: (row.pages as StoredPages).map((page) => page && { width: page[0], height: page[1], rotation: page[2] }),
    findings: row.findings as FindingCode[],
    uploadedAt: row.created_at,
    expiresAt: row.expires_at,
    key: { documentId: row.id, wrappedKey: row.wrapped_data_key },
    objectId: row.object_id,
  }
}

/**
 * Uses an upload up in the transaction of the document that it becomes.
 * @throws {PortalError} FILE_NOT_FOUND when it is gone meanwhile: two documents are never made of one upload
 */
export async function spendUpload(transaction: Transaction<Schema>, { owner, id }: UploadName): Promise<void> {
  const row = await transaction
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where(isOf(owner))
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new PortalError('FILE_NOT_FOUND', 'There is no such file.')
}
