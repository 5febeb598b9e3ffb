import type { Kysely } from 'kysely'
import type { RevisionName } from '../../../modules/validation/ports.ts'
import type { IssuedFiles } from '../../../modules/verification/ports.ts'
import type { Schema } from '../schema.ts'

/** Revisions by their digests, of documents whose files can still be opened. */
export function openIssuedFiles(database: Kysely<Schema>): IssuedFiles {
  return {
    find: async (digests) => {
      if (digests.length === 0) return new Map()
      const rows = await database
        .selectFrom('revisions')
        .innerJoin('documents', 'documents.id', 'revisions.document_id')
        .where(
          'digest',
          'in',
          digests.map((digest) => Buffer.from(digest, 'hex')),
        )
        .where('number', '>', 0)
        .where('wrapped_data_key', 'is not', null)
        .select(['document_id', 'number', 'digest'])
        .execute()
      return new Map(
        rows.map((row): [string, RevisionName] => {
          const digest = row.digest.toString('hex')
          return [digest, { documentId: row.document_id, revision: row.number, digest }]
        }),
      )
    },
  }
}
