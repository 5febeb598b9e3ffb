/** Data of the release before is brought along: migrations meet rows, not only empty tables. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '@rubrica/testing'
import { openDatabase, type OpenedDatabase } from '../../src/adapters/database/connection.ts'
import { findSignature } from '../../src/adapters/database/signing/find-signature.ts'
import { migrateToLatest } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { Secret } from '../../src/config/secret.ts'

let place: TestDatabase
let opened: OpenedDatabase<Schema>
let open: Inserted
let ended: Inserted
let sequence: Inserted
beforeAll(async () => {
  place = await createDatabase(inject('sharedPostgres'))
  opened = await openDatabase<Schema>({ kind: 'external', url: new Secret(place.url) }, { role: 'server', poolSize: 2 })
  await migrateToLatest(opened.db, { '0001-initial': migrations['0001-initial']! })
  await place.query(`insert into subscriptions values ($1, 'Acme', '', '', '', '', null, now())`, [subscription])
  for (const [id, name] of [
    [user, 'ana'],
    [others[0], 'biel'],
    [others[1], 'carla'],
  ]) {
    await place.query(
      `insert into users (id, user_id, name, legal_id, legal_id_type, email, language, certificate_flags, created_at)
       values ($1, $2, 'Ana', $2, 'NIF', '', 'es', '{}', now())`,
      [id, name],
    )
  }
  open = await insertDocument({ state: 'open' })
  ended = await insertDocument({ state: 'rejected' })
  sequence = await insertDocument({ state: 'open', order: 'sequential', more: others })
  await place.query(
    `update approvers set state = 'accepted', operated_at = now() - interval '1 minute' where document_id = $1`,
    [sequence.documentId],
  )
  await place.query(
    `update revisions set created_at = now() - make_interval(mins => 2 * (1 - number)) where document_id = $1`,
    [sequence.documentId],
  )
  await place.query(
    `insert into clients (id, subscription_id, name, secret_hash, redirect_uris, return_urls, scopes, created_at)
     values ('erp', $1, 'ERP', '', '{}', '{}', '{documents}', now())`,
    [subscription],
  )
  await place.query(
    `update documents set client_id = 'erp', idempotency_key = '"first-key"', request_digest = '\\x07' where id = $1`,
    [open.documentId],
  )
  await place.query(`update documents set client_id = 'erp', idempotency_key = 'second-key' where id = $1`, [
    ended.documentId,
  ])
  await migrateToLatest(opened.db, Object.fromEntries(before('0056')))
  await place.query(
    `insert into evidence_files (document_id, version, subscription_id, stand, object_id, length, digest, made_at, is_newest)
     select $1, version, $2, '7', 'object', 1, '\\x07', now(), version = 2 from generate_series(1, 2) as version`,
    [ended.documentId, subscription],
  )
  await migrateToLatest(opened.db, migrations)
})
afterAll(async () => {
  await opened.close()
  await place[Symbol.asyncDispose]()
})

const before = (number: string) => Object.entries(migrations).filter(([name]) => name < number)

const subscription = randomUUID()
const user = randomUUID()
const others = [randomUUID(), randomUUID()] as const

interface Inserted {
  readonly documentId: string
  readonly signerId: string
  readonly approverId: string
}

interface Wanted {
  readonly state: 'open' | 'rejected'
  readonly order?: 'parallel' | 'sequential'
  /** Who signs after the first one. */
  readonly more?: readonly string[]
}

async function insertDocument({ state, order = 'parallel', more = [] }: Wanted): Promise<Inserted> {
  const [document, signerId, approverId] = [randomUUID(), randomUUID(), randomUUID()]
  await place.query(
    `insert into documents (id, subscription_id, file_name, description, tag, sender_name, state, signing_order,
       page_count, current_revision, uploaded_at) values ($1, $2, 'a.pdf', '', '', '', $3, $4, 3, 1, now())`,
    [document, subscription, state, order],
  )
  for (const [ordinal, userId] of [user, ...more].entries()) {
    await place.query(
      `insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, read_all,
         has_attachment, file_name, upload_time, tag, sender_name, description)
       values ($1, $2, $3, $4, $5, 'Ana', 'pending', false, false, 'Año.pdf', now(), 'x,Gestió', 'García', '')`,
      [ordinal === 0 ? signerId : randomUUID(), document, subscription, userId, ordinal],
    )
  }
  await place.query(
    `insert into signature_fields (id, document_id, signer_id, subscription_id, ordinal, name, page, x, y, width, height)
     select gen_random_uuid(), $1, $2, $3, k, 'Field-' || k, k + 1, 40, 60, 200, 60 from generate_series(0, 2) as k`,
    [document, signerId, subscription],
  )
  await place.query(
    `insert into revisions (document_id, number, subscription_id, kind, object_id, base_length, length, digest, created_at)
     select $1, k, $2, 'intake', 'object', 0, 1, '\\x07', now() from generate_series(0, 1) as k`,
    [document, subscription],
  )
  await place.query(
    `insert into approvers (id, document_id, signer_id, subscription_id, user_id, state)
     values ($1, $2, $3, $4, $5, 'pending')`,
    [approverId, document, signerId, subscription, user],
  )
  return { documentId: document, signerId, approverId }
}

test('documents of before can be signed at their first position and found without accents, and approvers of ended ones have nothing left to do', async () => {
  expect(await findSignature(opened.db, { userId: user }, open.signerId)).toMatchObject({
    fieldName: 'Field-0',
    furtherFieldNames: [],
    visible: true,
  })
  const found = await place.query(
    `select folded_file_name, folded_tag, folded_sender_name, called_at = upload_time as is_delivered from signers
     where id = $1`,
    [open.signerId],
  )
  expect(found).toEqual([
    { folded_file_name: 'ano.pdf', folded_tag: 'x,gestio', folded_sender_name: 'garcia', is_delivered: true },
  ])
  const states = await place.query<{ id: string; state: string }>('select id, state from approvers')
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [open.approverId]: 'pending',
    [ended.approverId]: 'cancelled',
    [sequence.approverId]: 'accepted',
  })
})

test('a document that was sent before is a dispatch of its own, by whom it came from', async () => {
  const rows = await place.query<object>(
    `select dispatches.id, dispatches.client_id = documents.client_id as same, documents.version, documents.user_id
     from documents join dispatches on dispatches.id = documents.dispatch_id where documents.id = $1`,
    [open.documentId],
  )
  expect(rows).toMatchObject([{ id: open.documentId, version: 1, user_id: null }])
})

test('who was to sign one after another signs in stages, and all at once in one', async () => {
  const stagesOf = async ({ documentId }: Inserted) =>
    (
      await place.query<{ stage: number }>('select stage from signers where document_id = $1 order by ordinal', [
        documentId,
      ])
    ).map(({ stage }) => stage)
  expect(await stagesOf(sequence)).toEqual([1, 2, 3])
  expect(await stagesOf(open)).toEqual([1])
})

test('an approval of before is of the revision that was current at its moment', async () => {
  const decided = await place.query('select decided_revision from approvers where id = any($1) order by state', [
    [sequence.approverId, open.approverId],
  ])
  expect(decided).toEqual([{ decided_revision: 0 }, { decided_revision: null }])
})

test('a key that a document was sent with is answered with it still, for ever, and is the same without its quotes', async () => {
  const kept = await place.query(
    `select client_id, key, call, digest, answer, turn, expires_at from keyed_requests order by key`,
  )
  const request = { client_id: 'erp', call: 'POST /v1/documents', turn: null, expires_at: null }
  expect(kept).toEqual([
    { ...request, key: 'first-key', digest: Buffer.of(7), answer: { documentId: open.documentId } },
    { ...request, key: 'second-key', digest: Buffer.alloc(0), answer: { documentId: ended.documentId } },
  ])
})

test('the newest evidence of before is looked at soon, and what was replaced is left as it is', async () => {
  const files = await place.query('select version, renew_at <= now() as is_due from evidence_files order by version')
  expect(files).toEqual([
    { version: 1, is_due: null },
    { version: 2, is_due: true },
  ])
})
