import { sql, type Kysely } from 'kysely'
import type { Evidence } from '@rubrica/pki'
import type { EvidenceStore } from '../../../modules/archiving/ports.ts'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { Schema } from '../schema.ts'

const NOTHING: Evidence = { certificates: [], ocsps: [], crls: [] }

/** Evidence as encrypted objects; one for each document, which holds all that was gathered for it. */
export function openEvidenceStore(database: Kysely<Schema>, objects: DocumentObjects): EvidenceStore {
  return {
    load: async (documentId) => {
      const row = await database
        .selectFrom('document_evidence')
        .innerJoin('documents', 'documents.id', 'document_evidence.document_id')
        .where('document_id', '=', documentId)
        .select(['object_id', 'wrapped_data_key'])
        .executeTakeFirst()
      if (!row?.wrapped_data_key) return NOTHING
      return decode(await objects.read({ documentId, wrappedKey: row.wrapped_data_key }, row.object_id))
    },
    keep: async ({ key, revision, evidence, at }) => {
      const objectId = await objects.write(key, encode(evidence))
      await database
        .insertInto('document_evidence')
        .columns(['document_id', 'subscription_id', 'revision', 'object_id', 'gathered_at'])
        .expression((eb) =>
          eb
            .selectFrom('documents')
            .where('id', '=', key.documentId)
            .select(['id', 'subscription_id'])
            .select([
              sql.val(revision).as('revision'),
              sql.val(objectId).as('object_id'),
              sql.val(at).as('gathered_at'),
            ]),
        )
        .onConflict((conflict) =>
          conflict
            .column('document_id')
            .doUpdateSet((eb) => ({
              revision: eb.ref('excluded.revision'),
              object_id: eb.ref('excluded.object_id'),
              gathered_at: eb.ref('excluded.gathered_at'),
            }))
            .whereRef('document_evidence.revision', '<=', 'excluded.revision'),
        )
        .execute()
    },
  }
}

const PARTS = ['certificates', 'ocsps', 'crls'] as const

function encode(evidence: Evidence): Uint8Array {
  const inText = PARTS.map((part) => [part, evidence[part].map((piece) => Buffer.from(piece).toString('base64'))])
  return Buffer.from(JSON.stringify(Object.fromEntries(inText)))
}

function decode(stored: Uint8Array): Evidence {
  const inText = JSON.parse(Buffer.from(stored).toString()) as Record<keyof Evidence, string[]>
  const piecesOf = (part: keyof Evidence) => inText[part].map((piece) => new Uint8Array(Buffer.from(piece, 'base64')))
  return { certificates: piecesOf('certificates'), ocsps: piecesOf('ocsps'), crls: piecesOf('crls') }
}
