import type { Kysely } from 'kysely'
import type { SignedTails } from '../../../modules/signing/ports.ts'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { Schema } from '../schema.ts'

/** Tails of signed revisions: encrypted objects, written before the row that names them. */
export function openSignedTails(database: Kysely<Schema>, objects: DocumentObjects): SignedTails {
  return {
    onlySignaturesBetween: async (documentId, from, to) => {
      const between = await database
        .selectFrom('revisions')
        .where('document_id', '=', documentId)
        .where('number', '>', from)
        .where('number', '<=', to)
        .select('kind')
        .execute()
      return between.length === to - from && between.every(({ kind }) => kind === 'signature')
    },
    begin: (key, tail) => objects.begin(key, tail),
  }
}
