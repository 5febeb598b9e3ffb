import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Ids of the objects that a document is made of: its revisions and its attachments. */
export async function findObjectsOf(database: Kysely<Schema>, documentId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('revisions')
    .select('object_id')
    .where('document_id', '=', documentId)
    .union(database.selectFrom('attachments').select('object_id').where('document_id', '=', documentId))
    .execute()
  return rows.map((row) => row.object_id)
}
