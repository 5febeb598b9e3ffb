import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Every object's id, as the tables name them. */
export const OBJECT_IDS = `
  select object_id from revisions union select object_id from attachments union select object_id from evidence_files
  union select object_id from document_evidence union select object_id from document_validations
  union select object_id from uploads union select object_id from template_files`

/** Those of the object ids that some row names. */
export async function findReferencedObjects(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('revisions')
    .select('object_id')
    .where('object_id', 'in', ids)
    .union(db.selectFrom('evidence_files').select('object_id').where('object_id', 'in', ids))
    .union(db.selectFrom('attachments').select('object_id').where('object_id', 'in', ids))
    .union(db.selectFrom('document_evidence').select('object_id').where('object_id', 'in', ids))
    .union(db.selectFrom('document_validations').select('object_id').where('object_id', 'in', ids))
    .union(db.selectFrom('uploads').select('object_id').where('object_id', 'in', ids))
    .union(db.selectFrom('template_files').select('object_id').where('object_id', 'in', ids))
    .execute()
  return new Set(rows.map((row) => row.object_id))
}
