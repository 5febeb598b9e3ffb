import type { Kysely } from 'kysely'
import type { NotificationStore, WaitingApproval, WaitingDocument } from '../../../modules/notifications/ports.ts'
import type { Schema } from '../schema.ts'

/** Who was notified of which document, in PostgreSQL. */
export class DatabaseNotificationStore implements NotificationStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async findUnnotified(signerId: string): Promise<WaitingDocument | undefined> {
    const row = await this.database
      .selectFrom('signers')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .innerJoin('documents', 'documents.id', 'signers.document_id')
      .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
      .where('signers.id', '=', signerId)
      .where('signers.state', '=', 'pending')
      .where('signers.notified_at', 'is', null)
      .where('users.active', '=', true)
      .where('users.email', '<>', '')
      .select(['signers.document_id', 'signers.file_name', 'signers.sender_name', 'dispatches.message'])
      .select(['users.name', 'users.email', 'users.language'])
      .executeTakeFirst()
    if (!row) return undefined
    return {
      signerId,
      documentId: row.document_id,
      fileName: row.file_name,
      senderName: row.sender_name,
      message: row.message,
      person: { name: row.name, email: row.email, language: row.language },
    }
  }

  async markNotified(signerId: string, at: Date): Promise<void> {
    await this.database.updateTable('signers').set({ notified_at: at }).where('id', '=', signerId).execute()
  }

  async findUnnotifiedApprover(approverId: string): Promise<WaitingApproval | undefined> {
    const row = await this.database
      .selectFrom('approvers')
      .innerJoin('signers', 'signers.id', 'approvers.signer_id')
      .innerJoin('users', 'users.id', 'approvers.user_id')
      .innerJoin('documents', 'documents.id', 'signers.document_id')
      .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
      .where('approvers.id', '=', approverId)
      .where('approvers.state', '=', 'pending')
      .where('approvers.notified_at', 'is', null)
      .where('users.active', '=', true)
      .where('users.email', '<>', '')
      .select(['signers.file_name', 'signers.sender_name', 'signers.signer_name', 'dispatches.message'])
      .select(['users.name', 'users.email', 'users.language'])
      .executeTakeFirst()
    if (!row) return undefined
    return {
      approverId,
      fileName: row.file_name,
      senderName: row.sender_name,
      message: row.message,
      signerName: row.signer_name,
      person: { name: row.name, email: row.email, language: row.language },
    }
  }

  async markApproverNotified(approverId: string, at: Date): Promise<void> {
    await this.database.updateTable('approvers').set({ notified_at: at }).where('id', '=', approverId).execute()
  }
}
