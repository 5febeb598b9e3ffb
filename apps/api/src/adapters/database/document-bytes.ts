import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { PortalError } from '@rubrica/domain'
import type { DocumentBytes, LoadedRevision, WhichBytes } from '../../modules/pending-documents/ports.ts'
import { ObjectError, type DocumentObjects } from '../../ports/object-store.ts'
import { prepared } from './prepared-statements.ts'
import type { Schema } from './schema.ts'

/** Documents put together from their encrypted pieces, and compared with the digest on the revision's row. */
export function openDocumentBytes(database: Kysely<Schema>, objects: DocumentObjects): DocumentBytes {
  return { load: (documentId, which = {}) => load({ database, objects }, documentId, which) }
}

async function load(
  { database, objects }: { database: Kysely<Schema>; objects: DocumentObjects },
  documentId: string,
  { revision, onLength }: WhichBytes,
): Promise<LoadedRevision> {
  const document = (
    await database.executeQuery(
      prepared(
        database
          .selectFrom('documents')
          .where('id', '=', documentId)
          .select(['id', 'wrapped_data_key', 'current_revision']),
      ),
    )
  ).rows[0]
  const wanted = revision ?? document?.current_revision ?? -1
  const wrappedKey = document?.wrapped_data_key
  if (!document || !wrappedKey || wanted > document.current_revision) throw notFound()
  const { rows } = await database.executeQuery(
    prepared(
      database
        .selectFrom('revisions')
        .where('document_id', '=', documentId)
        .where('number', '<=', wanted)
        .select(['number', 'object_id', 'length', 'digest'])
        .orderBy('number'),
    ),
  )
  const last = rows.at(-1)
  if (!last || rows.length !== wanted + 1) throw notFound()
  onLength?.(rows.reduce((sum, { length }) => sum + Number(length), 0))
  const key = { documentId: document.id, wrappedKey }
  const pieces = await Promise.all(rows.map((row) => objects.read(key, row.object_id)))
  const bytes = Buffer.concat(pieces)
  const digest = createHash('sha256').update(bytes).digest()
  if (!digest.equals(last.digest)) throw new ObjectError('OBJECT_DAMAGED', last.object_id)
  return { bytes, revision: wanted, digest: digest.toString('hex') }
}

const notFound = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document or revision.')
