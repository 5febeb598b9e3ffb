/** What is done with the list of what was sent: acts on many documents, archives, saved filters. */
import { zipFiles } from '../adapters/archives/zip-files.ts'
import { DatabaseAttachmentStore } from '../adapters/database/documents/attachment-store.ts'
import { openBulkStore } from '../adapters/database/sending/bulk/bulk-store.ts'
import { openFilterStore } from '../adapters/database/sending/bulk/filter-store.ts'
import { DatabaseUserStore } from '../adapters/database/users/user-store.ts'
import type { BulkLater } from '../adapters/jobs/bulk-later.ts'
import type { Foundation } from './foundation.ts'
import type { composeSending } from './use-cases.ts'

export type SentListPorts = ReturnType<typeof composeSentList>

/** @param bulkLater by whom acts on many documents are done */
export function composeSentList(
  { database, objects, bytes }: Foundation,
  sending: ReturnType<typeof composeSending>,
  bulkLater: BulkLater,
) {
  return {
    ...sending,
    bytes,
    attachments: new DatabaseAttachmentStore(database, objects),
    bulks: openBulkStore(database, bulkLater),
    filters: openFilterStore(database),
    memberships: new DatabaseUserStore(database),
    zip: zipFiles,
  }
}
