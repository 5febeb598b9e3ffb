import { sql, type Kysely } from 'kysely'
import type {
  KnownPerson,
  NewDocument,
  PersonReference,
  Sender,
  SendingStore,
  SentDocument,
} from '../../modules/sending/ports.ts'
import type { TellSigners } from '../jobs/tell-signers.ts'
import { inTransaction } from './connection.ts'
import { insertDocument } from './insert-document.ts'
import type { Schema } from './schema.ts'

const UNIQUE_VIOLATION = '23505'
const KEY_INDEX = 'documents_by_idempotency_key'

/** Documents as their senders see them, in PostgreSQL. */
export class DatabaseSendingStore implements SendingStore {
  private readonly database: Kysely<Schema>
  private readonly tell: TellSigners

  constructor(database: Kysely<Schema>, tell: TellSigners) {
    this.database = database
    this.tell = tell
  }

  async findPeople(subscriptionId: string, references: readonly PersonReference[]) {
    const userIds = references.flatMap(({ userId }) => (userId === undefined ? [] : [userId.toLowerCase()]))
    const legalIds = references.flatMap(({ legalId }) => (legalId === undefined ? [] : [legalId]))
    const rows = await this.database
      .selectFrom('users')
      .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
      .where('user_subscriptions.subscription_id', '=', subscriptionId)
      .where('users.active', '=', true)
      .where(sql<boolean>`lower(users.user_id) = any(${userIds}) or users.legal_id = any(${legalIds})`)
      .select(['users.id', 'users.name', 'users.user_id', 'users.legal_id'])
      .execute()
    const certificates = await this.certificatesOf(rows.map(({ id }) => id))
    return references.map(({ userId, legalId }): KnownPerson | undefined => {
      const row = rows.find((candidate) =>
        userId === undefined
          ? candidate.legal_id === legalId
          : candidate.user_id.toLowerCase() === userId.toLowerCase(),
      )
      return row && { id: row.id, name: row.name, certificates: certificates.filter((c) => c.user_id === row.id) }
    })
  }

  private async certificatesOf(userIds: readonly string[]) {
    if (userIds.length === 0) return []
    return this.database
      .selectFrom('certificates')
      .where('user_id', 'in', userIds)
      .where('deleted_at', 'is', null)
      .select(['id', 'alias', 'user_id'])
      .execute()
  }

  async findByKey(clientId: string, idempotencyKey: string) {
    const row = await this.database
      .selectFrom('documents')
      .where('client_id', '=', clientId)
      .where('idempotency_key', '=', idempotencyKey)
      .select(['id', 'request_digest'])
      .executeTakeFirst()
    return row && { id: row.id, requestDigest: row.request_digest ?? Buffer.alloc(0) }
  }

  async insert(document: NewDocument): Promise<boolean> {
    try {
      await inTransaction(this.database, async (transaction) => {
        await insertDocument(transaction, document)
        const called = document.signers.filter(({ state }) => state === 'pending')
        await this.tell(
          transaction,
          called.map(({ id }) => id),
        )
      })
      return true
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code === UNIQUE_VIOLATION && constraint === KEY_INDEX) return false
      throw error
    }
  }

  async find(sender: Sender, documentId: string): Promise<SentDocument | undefined> {
    const document = await this.database
      .selectFrom('documents')
      .where('id', '=', documentId)
      .where('subscription_id', '=', sender.subscriptionId)
      .where('client_id', sender.clientId === null ? 'is' : '=', sender.clientId)
      .select(['id', 'state', 'file_name', 'page_count', 'uploaded_at'])
      .executeTakeFirst()
    if (!document) return undefined
    const signers = await this.database
      .selectFrom('signers')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .where('signers.document_id', '=', documentId)
      .orderBy('signers.ordinal')
      .select(['signers.id', 'users.user_id', 'signers.state', 'signers.operated_at', 'signers.rejection_reason'])
      .execute()
    return {
      id: document.id,
      state: document.state,
      fileName: document.file_name,
      pageCount: document.page_count,
      uploadedAt: document.uploaded_at,
      signers: signers.map((signer) => ({
        id: signer.id,
        userId: signer.user_id,
        state: signer.state,
        operatedAt: signer.operated_at,
        rejectionReason: signer.rejection_reason,
      })),
    }
  }
}
