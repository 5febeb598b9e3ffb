/** What an operator may do with any document. */
import { PortalError, type ArchiveState } from '@rubrica/domain'
import { DatabaseArchiveStore } from '../adapters/database/archiving/archive-store.ts'
import { openDeletionStore } from '../adapters/database/documents/deletion-store.ts'
import { readEvidenceStanding } from '../adapters/database/evidence-files/ageing-files.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { DatabaseSendingStore } from '../adapters/database/sending/sending-store.ts'
import { archiveByJob, archiveBySweep } from '../adapters/jobs/archive-later.ts'
import { JOB_KINDS } from '../adapters/jobs/job-kinds.ts'
import { openJobQueue } from '../adapters/jobs/pg-boss-queue.ts'
import { notifyNobody } from '../adapters/jobs/notify-people.ts'
import type { Foundation } from './foundation.ts'
import { digestOfEnds } from '../modules/audit/installation/explain-losses.ts'
import { deleteDocument } from '../modules/operators/delete-document.ts'
import { cancelDocument } from '../modules/sending/cancel-document.ts'
import { fetchSentDocument, followDocument } from '../modules/sending/follow-document.ts'
import type { Watcher } from '../modules/sending/ports.ts'

/** Every call throws DOCUMENT_NOT_FOUND or DOCUMENT_UNKNOWN for an id that no document has. */
export function documentsOfAll({ database, bytes, actor, now }: Foundation) {
  const store = new DatabaseSendingStore(database, notifyNobody)
  const senderOf = async (documentId: string): Promise<Watcher> => {
    const sender = await store.senderOf(documentId)
    if (sender) return { ...sender, seesEverything: false }
    throw new PortalError('DOCUMENT_NOT_FOUND', `There is no document ${documentId}.`)
  }
  return {
    documentStatus: async (documentId: string) => followDocument(store, await senderOf(documentId), documentId),
    /** Undefined where no evidence was made yet. */
    evidenceStanding: (documentId: string) => readEvidenceStanding(database, documentId),
    fetchDocument: async (documentId: string) =>
      fetchSentDocument({ store, bytes }, { watcher: await senderOf(documentId), documentId }),
    cancelDocument: async (documentId: string, reason: string) =>
      cancelDocument(store, { sender: await senderOf(documentId), documentId, reason, at: now() }),
    deleteDocument: (documentId: string, reason: string) =>
      deleteDocument({ deletions: openDeletionStore(database), digestOfEnds, actor, now }, { documentId, reason }),
  }
}

const MOST_LISTED = 1000
const notReached = async () => undefined

/** Long-term forms of documents, as an operator sees to them. */
export function archivesOfAll({ database, opened, log, now }: Foundation) {
  const listing = new DatabaseArchiveStore(database, { later: archiveBySweep, reach: notReached })
  return {
    listArchives: (states: readonly ArchiveState[]) => listing.list(states, MOST_LISTED),
    /** @param documentId all that failed, when there is none @returns how many are tried again */
    retryArchives: async (documentId?: string) => {
      const queue = await openJobQueue<Schema>({ ...opened, log, kinds: JOB_KINDS, onlyEnqueues: true })
      try {
        const archives = new DatabaseArchiveStore(database, { later: archiveByJob(queue), reach: notReached })
        const failed = documentId === undefined ? await archives.failed() : [documentId]
        const retried = await Promise.all(failed.map((id) => archives.retry(id, now())))
        return retried.filter(Boolean).length
      } finally {
        await queue.stop()
      }
    },
  }
}
