import type { Kysely } from 'kysely'
import type { ChangeStore } from '../../../../modules/sending/changes/ports.ts'
import type { NotifyPeople } from '../../../jobs/notify-people.ts'
import type { Schema } from '../../schema.ts'
import { isManagedBy } from '../sent-by.ts'
import { commitChange } from './commit-change.ts'
import { commitReminders } from './commit-reminders.ts'
import { commitReplacement } from './commit-replacement.ts'

/** Changes of sent documents, in PostgreSQL. @param notify how people learn of them */
export const openChangeStore = (database: Kysely<Schema>, notify: NotifyPeople): ChangeStore => ({
  change: (change, plan) => commitChange(database, change, { notify, plan }),
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
  attachmentsOf: async (documentId) => {
    const rows = await database
      .selectFrom('attachments')
      .where('document_id', '=', documentId)
      .groupBy(['object_id', 'file_name', 'length'])
      .orderBy('file_name')
      .select(['object_id', 'file_name', 'length'])
      .execute()
    return rows.map((row) => ({ fileName: row.file_name, objectId: row.object_id, length: Number(row.length) }))
  },
})
