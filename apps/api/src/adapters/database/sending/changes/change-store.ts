import { sql, type Kysely } from 'kysely'
import type { ChangeStore } from '../../../../modules/sending/changes/ports.ts'
import type { Failpoint } from '../../../../ports/failpoints.ts'
import type { NotifyPeople } from '../../../jobs/notify-people.ts'
import type { Schema } from '../../schema.ts'
import { isManagedBy } from '../sent-by.ts'
import { commitChange } from './commit-change.ts'
import { commitReminders } from './commit-reminders.ts'
import { commitReplacement } from './commit-replacement.ts'
import { readSlots } from './read-slots.ts'

/** Changes of sent documents, in PostgreSQL. @param hooks.notify how people learn of them */
export const openChangeStore = (
  database: Kysely<Schema>,
  { notify, reach }: { notify: NotifyPeople; reach: Failpoint },
): ChangeStore => ({
  change: (change, plan) => commitChange(database, change, { notify, reach, plan }),
  replace: (replacement, judge) => commitReplacement(database, replacement, { notify, judge }),
  remind: (reminding, judge) => commitReminders(database, reminding, { notify, judge }),
  keyOf: async (watcher, documentId) => {
    const row = await database
      .selectFrom('documents')
      .where('id', '=', documentId)
      .where(isManagedBy(watcher))
      .select(['id', 'wrapped_data_key'])
      .executeTakeFirst()
    return row?.wrapped_data_key ? { documentId: row.id, wrappedKey: row.wrapped_data_key } : undefined
  },
  slotsOf: (watcher, documentId) => readSlots(database, watcher, documentId),
  attachmentsOf: async (documentId) => {
    const rows = await database
      .selectFrom('attachments')
      .where('document_id', '=', documentId)
      .groupBy(['object_id', 'file_name', 'length', 'media_type'])
      .orderBy('file_name')
      .orderBy('object_id')
      .select(['object_id', 'file_name', 'length', 'media_type'])
      .select(sql<string>`(array_agg(id order by id))[1]`.as('id'))
      .select(sql<string[]>`array_remove(array_agg(signer_id::text order by signer_id), null)`.as('signer_ids'))
      .execute()
    return rows.map((row) => ({
      ...{ id: row.id, fileName: row.file_name, mediaType: row.media_type },
      ...{ objectId: row.object_id, length: Number(row.length), signerIds: row.signer_ids },
    }))
  },
})
