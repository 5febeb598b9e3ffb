import { sql, type Kysely } from 'kysely'
import type { WaitingMails } from '../../../modules/notifications/ports.ts'
import type { AskedPart } from '../../../modules/reminders/ports.ts'
import type { JobQueue } from '../../../ports/job-queue.ts'
import type { JobKind } from '../../jobs/job-kinds.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { mailTimes } from './mail-choice-store.ts'

interface WaitingRow {
  readonly reader_id: string
  readonly document_id: string
  readonly deadline: Date | null
}

/**
 * Keeps that something waits for a person until they are told of it, with what else does by then.
 * @param gatherMs within which what a person is told at once is one mail; with 0 each is told by itself
 */
export const keepWaiting = (
  database: Kysely<Schema>,
  queue: JobQueue<Kysely<Schema>>,
  gatherMs: number,
): WaitingMails => ({
  keep: async (part, at) => {
    const { reader_id: readerId, document_id: documentId, deadline } = await findReader(database, part)
    const told = { at, deadline }
    const wanted = (await mailTimes(database, { readers: [readerId], kind: 'waiting', told })).get(readerId)
    if (!wanted) return 'unwanted'
    const dueAt = new Date(Math.max(wanted.getTime(), at.getTime() + gatherMs))
    if (dueAt <= at) return 'now'
    await inTransaction(database, async (transaction) => {
      await sql`insert into waiting_news (id, reader_id, document_id, signer_id, approver_id, happened_at, due_at)
        values (gen_random_uuid(), ${readerId}, ${documentId}, ${part.table === 'signers' ? part.id : null}::uuid,
          ${part.table === 'approvers' ? part.id : null}::uuid, ${at}, ${dueAt})
        on conflict do nothing`.execute(transaction)
      const data = { readerId }
      await queue.enqueue(transaction, { kind: 'tell-waiting' satisfies JobKind, data, startAfter: dueAt })
    })
    return 'kept'
  },
  markNotified: async (parts, at) => {
    for (const table of ['signers', 'approvers'] as const) {
      const ids = parts.filter((part) => part.table === table).map(({ id }) => id)
      if (ids.length === 0) continue
      await database.updateTable(table).set({ notified_at: at }).where('id', 'in', ids).execute()
    }
  },
})

async function findReader(database: Kysely<Schema>, { table, id }: AskedPart): Promise<WaitingRow> {
  const { rows } = await sql<WaitingRow>`
    select part.user_id as reader_id, part.document_id, documents.deadline
    from ${sql.table(table)} as part
      join documents on documents.id = part.document_id
    where part.id = ${id}`.execute(database)
  return rows[0]!
}
