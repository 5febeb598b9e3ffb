import { sql, type Kysely, type Transaction } from 'kysely'
import type { DeletionStore, DoomedDocument } from '../../../modules/audit/installation/ports.ts'
import { takeLock } from '../advisory-locks.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'

/** Deletes documents in PostgreSQL. Their objects cannot be read any more, and are collected as all that no row names. */
export function openDeletionStore(database: Kysely<Schema>): DeletionStore {
  return {
    deleteDocument: (documentId, tell) =>
      inTransaction(database, async (transaction) => {
        const known = await transaction
          .selectFrom('documents')
          .where('id', '=', documentId)
          .select('subscription_id')
          .executeTakeFirst()
        if (!known) return 'unknown'
        // Else an end that is sealed meanwhile would be none of those that the event knows.
        await takeLock(transaction, 'auditHeads', known.subscription_id)
        const document = await transaction
          .selectFrom('documents')
          .where('id', '=', documentId)
          .select(['id', 'dispatch_id', 'subscription_id', 'state', 'audit_sequence', 'audit_hash', 'current_revision'])
          .forUpdate()
          .executeTakeFirst()
        if (!document) return 'unknown'
        if (document.state === 'open') return 'open'
        const doomed = await describe(transaction, document)
        if (!doomed) return 'log-broken'
        for (const table of ['evidence_files', 'audit_events', 'audit_personal_data'] as const) {
          await transaction.deleteFrom(table).where('document_id', '=', documentId).execute()
        }
        await transaction.deleteFrom('documents').where('id', '=', documentId).execute()
        await deleteEmptyDispatch(transaction, document.dispatch_id)
        await appendInstallationEvent(transaction, tell(doomed))
        return 'deleted'
      }),
  }
}

interface DocumentRow {
  readonly id: string
  readonly subscription_id: string
  readonly state: string
  readonly audit_sequence: string
  readonly audit_hash: Buffer | null
  readonly current_revision: number
}

/** @returns undefined where the log is not the one that was sealed, or ends elsewhere than the document says */
async function describe(transaction: Transaction<Schema>, row: DocumentRow): Promise<DoomedDocument | undefined> {
  const { id: documentId, subscription_id: subscriptionId, state, audit_sequence, audit_hash: hash } = row
  const { rows: ends } = await sql<{ sequence: string; hash: Buffer; is_there: boolean }>`
    select distinct sequence, hash, exists (select from audit_events as event
      where event.document_id = ${documentId} and event.sequence = sealed.sequence and event.hash = sealed.hash) as is_there
    from (
      select sequence, hash from audit_head_ends where document_id = ${documentId}
      union all
      select sequence, hash from audit_log_leaves where document_id = ${documentId}
    ) as sealed order by sequence
  `.execute(transaction)
  const { rows: counted } = await sql<{
    events: string
    last: Buffer | null
    revisions: string
    digest: Buffer
    files: string
  }>`
    select (select count(*) from audit_events where document_id = ${documentId}) as events,
      (select hash from audit_events where document_id = ${documentId} and sequence = ${audit_sequence}) as last,
      (select count(*) from revisions where document_id = ${documentId}) as revisions,
      (select digest from revisions where document_id = ${documentId} and number = ${row.current_revision}) as digest,
      (select count(*) from evidence_files where document_id = ${documentId}) as files
  `.execute(transaction)
  const { events, last, revisions, digest, files } = counted[0]!
  const isWhole = events === audit_sequence && hash !== null && last?.equals(hash) === true
  if (!isWhole || ends.some(({ is_there }) => !is_there)) return undefined
  return {
    ...{ documentId, subscriptionId, state, sequence: Number(audit_sequence), hash },
    ...{ revisions: Number(revisions), digest, evidenceFiles: Number(files) },
    sealedEnds: ends.map((end) => ({ documentId, sequence: Number(end.sequence), hash: end.hash })),
  }
}

async function deleteEmptyDispatch(transaction: Transaction<Schema>, dispatchId: string): Promise<void> {
  await transaction
    .deleteFrom('dispatches')
    .where('id', '=', dispatchId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('documents').where('dispatch_id', '=', dispatchId).select('id'))))
    .execute()
}
