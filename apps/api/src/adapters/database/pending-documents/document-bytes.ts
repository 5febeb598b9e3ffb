import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { PortalError, eachAtMost } from '@rubrica/domain'
import { allocateFile } from '@rubrica/pades'
import type { DocumentBytes, LoadedRevision, WhichBytes } from '../../../modules/pending-documents/ports.ts'
import { ObjectError, type DocumentKey, type DocumentObjects } from '../../../ports/object-store.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

/** Documents put together from their encrypted pieces, and compared with the digest on the revision's row. */
export function openDocumentBytes(database: Kysely<Schema>, objects: DocumentObjects): DocumentBytes {
  return { load: (documentId, which = {}) => load({ database, objects }, documentId, which) }
}

interface Row {
  readonly id: string
  readonly wrapped_data_key: Buffer | null
  readonly current_revision: number
  readonly number: number
  readonly object_id: string
  readonly base_length: string
  readonly length: string
  readonly digest: Buffer
}

/** Every revision of a document up to the wanted one, or up to the current one. */
const REVISIONS = `
  select documents.id, wrapped_data_key, current_revision, number, object_id, base_length, length, digest
  from documents join revisions on revisions.document_id = documents.id
  where documents.id = $1::uuid and number <= coalesce($2::integer, current_revision) and number <= current_revision
  order by number`

async function load(
  { database, objects }: { database: Kysely<Schema>; objects: DocumentObjects },
  documentId: string,
  { revision, onLength }: WhichBytes,
): Promise<LoadedRevision> {
  const loading = preparedQuery<Row>(REVISIONS, [documentId, revision ?? null])
  const { rows } = await database.executeQuery(loading)
  const wanted = revision ?? rows[0]?.current_revision ?? -1
  const wrappedKey = rows[0]?.wrapped_data_key
  const last = rows.at(-1)
  if (!wrappedKey || last?.number !== wanted) throw notFound()
  const pieces = piecesOf(rows, last)
  onLength?.(pieces.reduce((sum, { length }) => sum + Number(length), 0))
  const key = { documentId: last.id, wrappedKey }
  const bytes = await join(objects, key, pieces)
  const digest = createHash('sha256').update(bytes).digest()
  if (!digest.equals(last.digest)) throw new ObjectError('OBJECT_DAMAGED', last.object_id)
  return { bytes, revision: wanted, digest: digest.toString('hex'), key }
}

const endOf = ({ base_length, length }: Row) => Number(base_length) + Number(length)

/**
 * The revisions that a file is made of, from its end to its beginning: each lies where the one below ends. Fields that
 * were made anew lie on the file as it came, beside those of before, of which nothing is on.
 */
function piecesOf(rows: readonly Row[], last: Row): readonly Row[] {
  const pieces = [last]
  for (const row of rows.toReversed()) if (endOf(row) === Number(pieces[0]!.base_length)) pieces.unshift(row)
  return pieces
}

/** More would not make a document of ordinary length come sooner, and a store has other callers. */
const READ_AT_ONCE = 6

/** Each piece is read to its place in the whole: of a large document there is one copy. */
async function join(objects: DocumentObjects, key: DocumentKey, rows: readonly Row[]): Promise<Buffer> {
  const whole = allocateFile(rows.reduce((sum, { length }) => sum + Number(length), 0))
  let at = 0
  const pieces = rows.map(({ object_id: id, length }) => ({ id, place: whole.subarray(at, (at += Number(length))) }))
  await eachAtMost(READ_AT_ONCE, pieces, ({ id, place }) => objects.readInto(key, id, place))
  return whole
}

const notFound = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document or revision.')
