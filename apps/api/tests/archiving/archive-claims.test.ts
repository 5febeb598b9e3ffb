/** One process at a time works on a document's long-term form, and what it holds on to when it dies is free again. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '@rubrica/testing'
import { DatabaseArchiveStore } from '../../src/adapters/database/archiving/archive-store.ts'
import { migrateToLatest } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import { openDatabase, type OpenedDatabase } from '../../src/adapters/database/connection.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { Secret } from '../../src/config/secret.ts'
import type { ArchiveOutcome } from '../../src/modules/archiving/ports.ts'

const at = (seconds: number) => new Date(Date.UTC(2031, 0, 1) + seconds * 1000)

let place: TestDatabase
let opened: OpenedDatabase<Schema>
let archives: DatabaseArchiveStore
/** Documents whose next try was asked for. */
const asked: string[] = []
beforeAll(async () => {
  place = await createDatabase(inject('sharedPostgres'))
  opened = await openDatabase<Schema>({ kind: 'external', url: new Secret(place.url) }, { role: 'server', poolSize: 4 })
  await migrateToLatest(opened.db, migrations)
  archives = new DatabaseArchiveStore(opened.db, {
    later: async (_transaction, documentId) => void asked.push(documentId),
    reach: async () => undefined,
  })
})
afterAll(async () => {
  await opened.close()
  await place[Symbol.asyncDispose]()
})

/** A document that all have signed, due at the moment 0. */
async function completedDocument(): Promise<string> {
  const [subscription, document] = [randomUUID(), randomUUID()]
  await place.query(`insert into subscriptions values ($1::uuid, $1::uuid::text, '', '', '', '', null, now())`, [
    subscription,
  ])
  await place.query(
    `with dispatch as (insert into dispatches (id, subscription_id, created_at) values ($1, $2, now()))
     insert into documents (id, dispatch_id, subscription_id, file_name, description, tag, sender_name, state,
       page_count, wrapped_data_key, current_revision, uploaded_at)
     values ($1, $1, $2, 'a.pdf', '', '', '', 'completed', 1, '\\x00', 0, now())`,
    [document, subscription],
  )
  await place.query(
    `insert into revisions (document_id, number, subscription_id, kind, object_id, base_length, length, digest, created_at)
     values ($1, 0, $2, 'intake', 'object', 0, 1, '\\x07', now())`,
    [document, subscription],
  )
  await place.query(
    `insert into document_archives (document_id, subscription_id, state, level, due_at, updated_at)
     values ($1, $2, 'waiting', 'PAdES-BASELINE-T', $3, now())`,
    [document, subscription, at(0)],
  )
  return document
}

const outcome = (change: Partial<ArchiveOutcome>): ArchiveOutcome => ({
  ...{ state: 'waiting', reason: null, cause: null, tries: 0, dueAt: null, renewAt: null, at: at(5) },
  ...change,
})

const stateOf = async (documentId: string) =>
  (
    await place.query<{ state: string; reason: string | null }>(
      'select state, reason from document_archives where document_id = $1',
      [documentId],
    )
  )[0]

test('of several that take a document at once one gets it, and nobody else before its lease is over', async () => {
  const document = await completedDocument()
  expect(await archives.claim(document, at(-1), at(60))).toBeUndefined()
  const claims = await Promise.all([1, 2, 3, 4].map((n) => archives.claim(document, at(1), at(60 + n))))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await archives.claim(document, at(59), at(120))).toBeUndefined()
  expect(await archives.due(at(59), 100)).not.toContain(document)
  expect(await archives.due(at(65), 100)).toContain(document)
  expect(await archives.claim(document, at(65), at(125))).toMatchObject({
    level: 'PAdES-BASELINE-T',
    isCompleted: true,
  })
})

test('who takes a document at the moment of its last signature sees that all have signed', async () => {
  const document = await completedDocument()
  await place.query(`update documents set state = 'open' where id = $1`, [document])
  const [{ pid } = {}] = await place.query<{ pid: number }>('select pg_backend_pid() as pid')
  // The last signature, which ends only once somebody waits for it.
  const claiming = opened.db.transaction().execute(async (signing) => {
    await signing.updateTable('documents').set({ state: 'completed' }).where('id', '=', document).execute()
    await signing
      .updateTable('document_archives')
      .set({ due_at: at(1) })
      .where('document_id', '=', document)
      .execute()
    const claim = archives.claim(document, at(2), at(62))
    const waiting = () =>
      place.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> $1`,
        [pid],
      )
    await expect.poll(waiting).toHaveLength(1)
    return { claim }
  })
  expect(await (await claiming).claim).toMatchObject({ isCompleted: true })
})

test('an upgrade makes due what all had signed and nobody was asked for', async () => {
  const [stranded, open] = [await completedDocument(), await completedDocument()]
  await place.query(`update document_archives set state = 'none', due_at = null where document_id = any($1)`, [
    [stranded, open],
  ])
  await place.query(`update documents set state = 'open' where id = $1`, [open])
  await migrations['0015-stranded-archives']!.up(opened.db)
  expect(await stateOf(stranded)).toMatchObject({ state: 'waiting' })
  // The moment of the database is finer than one of JavaScript, and may lie after it.
  expect(await archives.due(at(0), 100)).toContain(stranded)
  expect(await stateOf(open)).toMatchObject({ state: 'none' })
})

test('who comes back after the lease writes nothing down', async () => {
  const document = await completedDocument()
  const slow = await archives.claim(document, at(0), at(10))
  const next = await archives.claim(document, at(11), at(70))
  await archives.settle(slow!, outcome({ state: 'failed', reason: 'LATE' }))
  expect(await stateOf(document)).toEqual({ state: 'waiting', reason: null })
  await archives.settle(next!, outcome({ state: 'failed', reason: 'EVIDENCE_REVOKED' }))
  expect(await stateOf(document)).toEqual({ state: 'failed', reason: 'EVIDENCE_REVOKED' })
})

test('the next try is asked for in the transaction that writes it down', async () => {
  const document = await completedDocument()
  const task = await archives.claim(document, at(0), at(10))
  await archives.settle(task!, outcome({ reason: 'EVIDENCE_UNREACHABLE', tries: 1, dueAt: at(60) }))
  expect(asked).toContain(document)
  expect(await archives.claim(document, at(59), at(99))).toBeUndefined()
  expect(await archives.claim(document, at(60), at(99))).toMatchObject({ tries: 1 })
})

test('an archive timestamp is due again on the day of its renewal, for one at a time', async () => {
  const document = await completedDocument()
  const task = await archives.claim(document, at(0), at(10))
  await archives.settle(task!, outcome({ state: 'done', renewAt: at(1000) }))
  expect(await archives.due(at(999), 100)).not.toContain(document)
  expect(await archives.due(at(1000), 100)).toContain(document)
  const claims = await Promise.all([1, 2].map((n) => archives.claim(document, at(1000), at(1060 + n))))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await archives.due(at(1001), 100)).not.toContain(document)
})

test('only what has failed is tried anew on request', async () => {
  const document = await completedDocument()
  expect(await archives.retry(document, at(0))).toBe(false)
  const task = await archives.claim(document, at(0), at(10))
  await archives.settle(task!, outcome({ state: 'failed', reason: 'EVIDENCE_UNTRUSTED', tries: 12 }))
  expect(await archives.failed()).toContain(document)
  expect(await archives.retry(document, at(20))).toBe(true)
  expect(await archives.claim(document, at(20), at(30))).toMatchObject({ tries: 0 })
})

test('a try that nobody came back from counts, and one that came to an end counts once', async () => {
  const document = await completedDocument()
  expect(await archives.claim(document, at(0), at(10))).toMatchObject({ tries: 0 })
  expect(await archives.claim(document, at(10), at(20))).toMatchObject({ tries: 1 })
  const third = await archives.claim(document, at(20), at(30))
  expect(third).toMatchObject({ tries: 2 })
  await archives.settle(third!, outcome({ reason: 'TIMESTAMP_UNREACHABLE', tries: 3, dueAt: at(60) }))
  expect(await archives.claim(document, at(60), at(99))).toMatchObject({ tries: 3 })
})

test('a document whose key is gone does not stand in the way of others', async () => {
  const document = await completedDocument()
  await place.query('update documents set wrapped_data_key = null where id = $1', [document])
  expect(await archives.due(at(100), 1000)).not.toContain(document)
})
