import type { Kysely, Transaction } from 'kysely'
import type { DocumentObjectRows, ObjectRow } from '../../../modules/objects/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'

const PAGE = 50

/** Every document with the rows that name its objects; a page of documents at a time, each of one moment. */
export async function* readObjectRows(database: Kysely<Schema>, after?: string): AsyncGenerator<DocumentObjectRows> {
  let last = after
  for (;;) {
    const page = await inTransaction(database, (snapshot) => readPage(snapshot, last), { isolation: 'repeatable read' })
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)!.documentId
  }
}

async function readPage(snapshot: Transaction<Schema>, after: string | undefined): Promise<DocumentObjectRows[]> {
  const documents = await snapshot
    .selectFrom('documents')
    .select(['id', 'wrapped_data_key'])
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(PAGE)
    .execute()
  if (documents.length === 0) return []
  const rows = await readRows(
    snapshot,
    documents.map(({ id }) => id),
  )
  return documents.map(({ id, wrapped_data_key: wrappedKey }) => ({
    documentId: id,
    key: wrappedKey ? { documentId: id, wrappedKey } : undefined,
    rows: rows.filter(({ documentId }) => documentId === id),
  }))
}

type Row = ObjectRow & { readonly documentId: string }

async function readRows(snapshot: Transaction<Schema>, ids: readonly string[]): Promise<Row[]> {
  const revisions = await snapshot
    .selectFrom('revisions')
    .select(['document_id', 'number', 'object_id', 'base_length', 'length', 'digest'])
    .where('document_id', 'in', ids)
    .orderBy('number')
    .execute()
  const attachments = await snapshot
    .selectFrom('attachments')
    .select(['document_id', 'id', 'object_id', 'length'])
    .where('document_id', 'in', ids)
    .execute()
  const evidence = await snapshot
    .selectFrom('document_evidence')
    .select(['document_id', 'object_id'])
    .where('document_id', 'in', ids)
    .execute()
  const validations = await snapshot
    .selectFrom('document_validations')
    .select(['document_id', 'digest', 'object_id'])
    .where('document_id', 'in', ids)
    .execute()
  const row = (
    from: { document_id: string; object_id: string },
    name: string,
    facts: Partial<ObjectRow> = {},
  ): Row => ({
    ...{ documentId: from.document_id, row: name, objectId: from.object_id, length: facts.length },
    ...{ digest: facts.digest, baseLength: facts.baseLength },
  })
  return [
    ...revisions.map((from) =>
      row(from, `revisions ${from.number}`, {
        ...{ length: Number(from.length), digest: from.digest, baseLength: Number(from.base_length) },
      }),
    ),
    ...attachments.map((from) => row(from, `attachments ${from.id}`, { length: Number(from.length) })),
    ...evidence.map((from) => row(from, 'document_evidence')),
    ...validations.map((from) => row(from, `document_validations ${from.digest.toString('hex')}`)),
  ]
}
