import { sql, type Kysely, type Transaction } from 'kysely'
import type { ArchiveState } from '@rubrica/domain'
import type {
  ArchiveLevel,
  ArchiveOutcome,
  ArchiveRevision,
  ArchiveStore,
  ArchiveTask,
  ListedArchive,
} from '../../../modules/archiving/ports.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { ArchiveLater } from '../../jobs/archive-later.ts'
import { appendArchiveRevision, writeOutcome } from './append-archive-revision.ts'
import { inTransaction } from '../connection.ts'
import { lockArchivedDocument } from '../documents/lock-document.ts'
import { toStanding } from './read-archive-standing.ts'
import type { Schema } from '../schema.ts'

export interface ArchiveStoreHooks {
  readonly later: ArchiveLater
  readonly reach: Failpoint
}

/** Long-term forms in PostgreSQL: one row says how far each document is, and until when somebody is at work on it. */
export class DatabaseArchiveStore implements ArchiveStore {
  private readonly database: Kysely<Schema>
  private readonly hooks: ArchiveStoreHooks

  constructor(database: Kysely<Schema>, hooks: ArchiveStoreHooks) {
    this.database = database
    this.hooks = hooks
  }

  async claim(documentId: string, at: Date, lease: Date): Promise<ArchiveTask | undefined> {
    const row = await inTransaction(this.database, (transaction) => claimRow(transaction, { documentId, at, lease }))
    if (!row) return undefined
    return {
      documentId,
      subscriptionId: row.subscription_id,
      isCompleted: row.state === 'completed',
      level: row.level as ArchiveLevel,
      tries: row.tries - 1,
      renewAt: row.renew_at,
      arrivedLength: row.arrived_signed === false ? 0 : Number(row.length),
      lease,
    }
  }

  append(task: ArchiveTask, revision: ArchiveRevision): Promise<boolean> {
    return appendArchiveRevision(this.database, { task, revision, reach: this.hooks.reach })
  }

  async settle(task: ArchiveTask, outcome: ArchiveOutcome): Promise<void> {
    await inTransaction(this.database, async (transaction) => {
      if (!(await lockArchivedDocument(transaction, task.documentId))) return
      const isOurs = await writeOutcome(transaction, task, outcome)
      if (isOurs && outcome.dueAt) await this.hooks.later(transaction, task.documentId, outcome.dueAt)
    })
  }

  async due(at: Date, most: number): Promise<string[]> {
    // As with `claim`: what cannot be taken would stand before all others for ever.
    const readable = this.database
      .selectFrom('document_archives')
      .innerJoin('documents', 'documents.id', 'document_archives.document_id')
      .where('documents.wrapped_data_key', 'is not', null)
      .select('document_id')
      .limit(most)
    const overdue = readable.where('due_at', '<=', at).orderBy('due_at')
    const ageing = readable.where(isAgeing(at)).orderBy('renew_at')
    const [first, second] = await Promise.all([overdue.execute(), ageing.execute()])
    return [...new Set([...first, ...second].map((row) => row.document_id))].slice(0, most)
  }

  async list(states: readonly ArchiveState[], most: number): Promise<ListedArchive[]> {
    const rows = await this.database
      .selectFrom('document_archives')
      .innerJoin('documents', 'documents.id', 'document_archives.document_id')
      .where('document_archives.state', 'in', states)
      .orderBy('document_archives.updated_at', 'desc')
      .limit(most)
      .selectAll('document_archives')
      .select('documents.file_name')
      .execute()
    return rows.map((row) => ({
      documentId: row.document_id,
      fileName: row.file_name,
      ...toStanding(row),
      tries: row.tries,
      dueAt: row.due_at,
      renewAt: row.renew_at,
      updatedAt: row.updated_at,
    }))
  }

  async failed(): Promise<string[]> {
    const rows = await this.database
      .selectFrom('document_archives')
      .where('state', '=', 'failed')
      .select('document_id')
      .execute()
    return rows.map((row) => row.document_id)
  }

  retry(documentId: string, at: Date): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const again = await makeDue(transaction, documentId, at)
      if (again) await this.hooks.later(transaction, documentId, at)
      return again
    })
  }
}

interface Claim {
  readonly documentId: string
  readonly at: Date
  readonly lease: Date
}

/**
 * In two statements: one that waited for the row while the last one signed would see the row of the archive as it is,
 * and the document that it is joined with as it was before.
 */
async function claimRow(transaction: Transaction<Schema>, { documentId, at, lease }: Claim) {
  await transaction
    .selectFrom('document_archives')
    .where('document_id', '=', documentId)
    .select('document_id')
    .forUpdate()
    .execute()
  return (
    transaction
      .updateTable('document_archives')
      .from('documents')
      .innerJoin('revisions', (join) =>
        join.onRef('revisions.document_id', '=', 'documents.id').on('revisions.number', '=', 0),
      )
      // Counted when it begins: a document that takes the process with it must come to an end, too.
      .set((eb) => ({ due_at: lease, tries: eb('document_archives.tries', '+', 1) }))
      .whereRef('documents.id', '=', 'document_archives.document_id')
      .where('document_archives.document_id', '=', documentId)
      .where('documents.wrapped_data_key', 'is not', null)
      .where((eb) => eb.or([eb('due_at', '<=', at), isAgeing(at)]))
      .returning(['documents.subscription_id', 'documents.state', 'documents.arrived_signed', 'revisions.length'])
      .returning(['document_archives.level', 'document_archives.tries', 'document_archives.renew_at'])
      .executeTakeFirst()
  )
}

/** Its timestamp is to be renewed, and nobody is at it. */
const isAgeing = (at: Date) =>
  sql<boolean>`document_archives.state = 'done' and document_archives.due_at is null and document_archives.renew_at <= ${at}`

async function makeDue(transaction: Transaction<Schema>, documentId: string, at: Date): Promise<boolean> {
  const row = await transaction
    .updateTable('document_archives')
    .set({ state: 'waiting', tries: 0, due_at: at, updated_at: at })
    .where('document_id', '=', documentId)
    .where('state', '=', 'failed')
    .returning('document_id')
    .executeTakeFirst()
  return row !== undefined
}
