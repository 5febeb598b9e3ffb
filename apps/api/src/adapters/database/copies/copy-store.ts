import type { Kysely } from 'kysely'
import type { CopyName, CopyStore } from '../../../modules/copies/ports.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import { integrity } from '../documents/known-integrity.ts'
import type { Schema } from '../schema.ts'

/** Copies as the people see them who have them, in PostgreSQL. */
export const openCopyStore = (database: Kysely<Schema>): CopyStore => ({
  find: async (name) => {
    const row = await copyOf(database, name)
      .select(['documents.sender_name', 'documents.description', 'documents.tag', 'documents.uploaded_at'])
      .select(['documents.deadline', 'documents.state', 'documents.ended_at', 'copies.given_at', integrity])
      .executeTakeFirst()
    return (
      row && {
        ...{ copyId: row.id, documentId: row.document_id, fileName: row.file_name, senderName: row.sender_name },
        ...{ description: row.description, tag: row.tag, uploadedAt: row.uploaded_at, deadline: row.deadline },
        ...{ integrity: row.integrity ?? undefined, state: row.state, endedAt: row.ended_at, givenAt: row.given_at },
      }
    )
  },
  standing: async (name) => {
    const row = await copyOf(database, name)
      .innerJoin('revisions', (join) =>
        join
          .onRef('revisions.document_id', '=', 'documents.id')
          .onRef('revisions.number', '=', 'documents.current_revision'),
      )
      .select(['copies.subscription_id', 'documents.page_count', 'revisions.number', 'revisions.digest'])
      .executeTakeFirst()
    return (
      row && {
        ...{ copyId: row.id, documentId: row.document_id, subscriptionId: row.subscription_id },
        ...{ fileName: row.file_name, pageCount: row.page_count },
        ...{ revision: row.number, digest: row.digest.toString('hex') },
      }
    )
  },
  recordDownload: ({ documentId, subscriptionId, copyId, revision }, at) =>
    inTransaction(database, (transaction) =>
      appendAuditEvent(transaction, {
        ...{ documentId, subscriptionId, type: 'document-downloaded', at },
        facts: { copyId, revision },
      }),
    ),
})

const copyOf = (database: Kysely<Schema>, { userId, copyId }: CopyName) =>
  database
    .selectFrom('copies')
    .innerJoin('documents', 'documents.id', 'copies.document_id')
    .where('copies.id', '=', copyId)
    .where('copies.user_id', '=', userId)
    .select(['copies.id', 'copies.document_id', 'documents.file_name'])
