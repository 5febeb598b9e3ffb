import { sql, type Kysely } from 'kysely'
import type {
  EvidenceFileStore,
  EvidenceReaders,
  KeptFile,
  NewFile,
  Reader,
} from '../../../modules/evidence-files/ports.ts'
import { inTransaction } from '../connection.ts'
import { isOrActed } from '../substitutions/acted.ts'
import { wasCalled } from '../documents/was-called.ts'
import type { Schema } from '../schema.ts'

const ownerOf = (reader: Reader) => (reader.edition === 'full' ? null : reader.userId)

/** SQL: a row is of this reader. */
const isOf = (reader: Reader) => sql<boolean>`evidence_files.user_id is not distinct from ${ownerOf(reader)}::uuid`

/** Evidence files in PostgreSQL; their octets are encrypted objects of their documents. */
export class DatabaseEvidenceFileStore implements EvidenceFileStore, EvidenceReaders {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async newest(documentId: string, reader: Reader): Promise<KeptFile | undefined> {
    const row = await this.database
      .selectFrom('evidence_files')
      .innerJoin('documents', 'documents.id', 'evidence_files.document_id')
      .where('evidence_files.document_id', '=', documentId)
      .where(isOf(reader))
      .where('is_newest', '=', true)
      .select(['evidence_files.version', 'stand', 'digest', 'length', 'object_id', 'wrapped_data_key'])
      .executeTakeFirst()
    if (!row?.wrapped_data_key) return undefined
    return {
      ...{ version: row.version, stand: row.stand, objectId: row.object_id, digest: row.digest.toString('hex') },
      length: Number(row.length),
      key: { documentId, wrappedKey: row.wrapped_data_key },
    }
  }

  keep(file: NewFile, reader: Reader): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const inserted = await transaction
        .insertInto('evidence_files')
        .values({
          document_id: file.documentId,
          version: file.version,
          user_id: ownerOf(reader),
          subscription_id: file.subscriptionId,
          stand: file.stand,
          object_id: file.objectId,
          length: file.length,
          digest: Buffer.from(file.digest, 'hex'),
          made_at: file.at,
          renew_at: file.renewAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
      if (!inserted) return false
      await transaction
        .updateTable('evidence_files')
        .set({ is_newest: false })
        .where('document_id', '=', file.documentId)
        .where(isOf(reader))
        .where('version', '<', file.version)
        .where('is_newest', '=', true)
        .execute()
      return true
    })
  }

  async takeDue(at: Date, lease: Date, most: number): Promise<readonly string[]> {
    await this.makeSealedDue(at)
    const { rows } = await sql<{ id: string }>`
      update documents set evidence_due_at = ${lease} where id in (
        select id from documents where evidence_due_at <= ${at} and wrapped_data_key is not null
          and not exists (select 1 from document_archives
            where document_archives.document_id = documents.id and document_archives.due_at is not null)
        order by evidence_due_at limit ${most} for update skip locked
      ) returning id`.execute(this.database)
    return rows.map(({ id }) => id)
  }

  async settle(documentId: string, lease: Date): Promise<void> {
    await this.database
      .updateTable('documents')
      .set({ evidence_due_at: null })
      .where('id', '=', documentId)
      .where('evidence_due_at', '=', lease)
      .execute()
  }

  async fileNameFor(documentId: string, userId: string): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('documents')
      .where('documents.id', '=', documentId)
      .where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('signers')
              .whereRef('signers.document_id', '=', 'documents.id')
              .where(isOrActed('signers', userId))
              .where(wasCalled)
              .select('signers.id'),
          ),
          eb.exists(
            eb
              .selectFrom('approvers')
              .whereRef('approvers.document_id', '=', 'documents.id')
              .where(isOrActed('approvers', userId))
              .where('approvers.state', 'in', ['accepted', 'rejected', 'cancelled'])
              .select('approvers.id'),
          ),
        ]),
      )
      .select('file_name')
      .executeTakeFirst()
    return row?.file_name
  }

  /** What has come into a head since its file was made. */
  private async makeSealedDue(at: Date): Promise<void> {
    await sql`
      update documents set evidence_due_at = ${at} where evidence_due_at is null and id in (
        select evidence_files.document_id from evidence_files
        where is_newest and user_id is null and stand not like '%+head' and exists (
          select 1 from audit_log_leaves where audit_log_leaves.document_id = evidence_files.document_id
            and audit_log_leaves.sequence >= split_part(evidence_files.stand, '+', 1)::bigint
        ) limit 1000
      )`.execute(this.database)
  }
}
