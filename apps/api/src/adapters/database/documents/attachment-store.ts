import type { Kysely } from 'kysely'
import { PortalError } from '@rubrica/domain'
import type { Attachment, AttachmentReader, AttachmentStore } from '../../../modules/attachments/ports.ts'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { Schema } from '../schema.ts'
import { isOrActed } from '../substitutions/acted.ts'
import { wasCalled } from './was-called.ts'

/** What was sent along with documents, in PostgreSQL and the object store. */
export class DatabaseAttachmentStore implements AttachmentStore {
  private readonly database: Kysely<Schema>
  private readonly objects: DocumentObjects

  constructor(database: Kysely<Schema>, objects: DocumentObjects) {
    this.database = database
    this.objects = objects
  }

  /** An attachment without a signer is for all signers of its document. */
  async list({ userId, signerId }: AttachmentReader, at: Date): Promise<Attachment[]> {
    const rows = await this.database
      .selectFrom('signers')
      .innerJoin('attachments', (join) =>
        join
          .onRef('attachments.document_id', '=', 'signers.document_id')
          .on((eb) =>
            eb.or([eb('attachments.signer_id', 'is', null), eb('attachments.signer_id', '=', eb.ref('signers.id'))]),
          ),
      )
      .where('signers.id', '=', signerId)
      .where((eb) =>
        eb.or([
          // To a signer whose turn has not come the document is not there.
          eb.and([isOrActed('signers', userId), wasCalled]),
          // What is attached never changes, so who has decided sees what they decided on.
          eb.exists(
            eb
              .selectFrom('approvers')
              .innerJoin('documents', 'documents.id', 'approvers.document_id')
              .whereRef('approvers.signer_id', '=', 'signers.id')
              .where(isOrActed('approvers', userId))
              .where((own) =>
                own.or([
                  own('approvers.state', 'in', ['accepted', 'rejected']),
                  own('approvers.state', '=', 'pending').and(
                    own.or([own('documents.deadline', 'is', null), own('documents.deadline', '>', at)]),
                  ),
                ]),
              )
              .select('approvers.id'),
          ),
        ]),
      )
      .select(['attachments.id', 'attachments.file_name', 'attachments.media_type'])
      .select(['attachments.page_count', 'attachments.length'])
      .orderBy('attachments.file_name')
      .orderBy('attachments.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      fileName: row.file_name,
      mediaType: row.media_type,
      pageCount: row.page_count,
      length: Number(row.length),
    }))
  }

  async load(attachmentId: string): Promise<Uint8Array> {
    const row = await this.database
      .selectFrom('attachments')
      .innerJoin('documents', 'documents.id', 'attachments.document_id')
      .where('attachments.id', '=', attachmentId)
      .select(['attachments.object_id', 'documents.id', 'documents.wrapped_data_key'])
      .executeTakeFirst()
    if (!row?.wrapped_data_key) throw new PortalError('ATTACHMENT_NOT_FOUND', 'There is no such attachment any more.')
    return this.objects.read({ documentId: row.id, wrappedKey: row.wrapped_data_key }, row.object_id)
  }
}
