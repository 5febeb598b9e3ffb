import { sql, type Kysely, type Transaction } from 'kysely'
import { PortalError } from '@rubrica/domain'
import type { Owner } from '../../../modules/owner.ts'
import type { TakenFiles, TemplateContent, TemplateFile } from '../../../modules/sending/templates/ports.ts'
import type { Schema } from '../schema.ts'
import { isOf, toUpload } from '../uploads/upload-store.ts'

/**
 * Makes files of a template of uploads, which stay: both rows name the same object, under the same key.
 * @throws {PortalError} FILE_NOT_FOUND for an upload that is gone meanwhile
 */
export async function takeUploads(
  transaction: Transaction<Schema>,
  owner: Owner,
  { templateId, taken, at }: { readonly templateId: string; readonly taken: TakenFiles; readonly at: Date },
): Promise<void> {
  for (const [uploadId, id] of taken) {
    const upload = await transaction
      .selectFrom('uploads')
      .where('id', '=', uploadId)
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .selectAll()
      .forShare()
      .executeTakeFirst()
    if (!upload) throw new PortalError('FILE_NOT_FOUND', 'There is no such file.')
    await transaction
      .insertInto('template_files')
      .values({
        ...{ id, template_id: templateId, digest: upload.digest, findings: upload.findings, created_at: at },
        ...{ length: Number(upload.length), pages: JSON.stringify(upload.pages) },
        ...{ object_id: upload.object_id, key_name: upload.id, wrapped_data_key: upload.wrapped_data_key },
      })
      .execute()
  }
}

/** The files that a version has, attachments among them. */
export async function readFiles(
  database: Kysely<Schema>,
  templateId: string,
  { documents }: TemplateContent,
): Promise<TemplateFile[]> {
  const ids = new Set(documents.flatMap(({ file, attachments }) => [file, ...attachments.map((one) => one.file)]))
  if (ids.size === 0) return []
  const rows = await database
    .selectFrom('template_files')
    .where('template_id', '=', templateId)
    .where('id', 'in', [...ids])
    .selectAll()
    .select(sql<string>`''`.as('name'))
    .execute()
  return rows.map((row) => {
    const whole = { ...row, subscription_id: '', client_id: null, user_id: null, expires_at: row.created_at }
    const { id, size, sha256, pages, findings, objectId } = toUpload(whole)
    return {
      id,
      size,
      sha256,
      pages,
      findings,
      objectId,
      key: { documentId: row.key_name, wrappedKey: row.wrapped_data_key },
    }
  })
}
