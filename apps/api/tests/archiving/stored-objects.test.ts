/** Every object that a row names is the one that was stored for it, or is named by `rubrica objects verify`. */
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, runCli, trySigning, type Scene } from '@rubrica/testing'
import { openCollectionRecords } from '../../src/adapters/database/objects/collection-records.ts'
import { verifyObjectsNightly } from '../../src/adapters/jobs/verify-objects-nightly.ts'
import { collectUnreferenced } from '../../src/adapters/object-store/collect-unreferenced.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { verifyObjectsOf } from '../../src/compose/objects.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Job } from '../../src/ports/job-queue.ts'

let scene: Scene
let foundation: Foundation
let guid: string
let other: string
const place = () => {
  const { server } = scene.portal
  return { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, SERVER_KEY_FILE: server.serverKeyFile }
}
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  foundation = await openFoundation({ config: readConfig(place()), role: 'tool' })
  const attachments = [{ fileName: 'annex.txt', bytes: Buffer.from('annex') }]
  const sent = await scene.send({ signers: ['ana'], attachments })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  guid = sent.guid
  other = (await scene.send({ signers: ['ana'] })).guid
})
afterAll(async () => {
  await foundation[Symbol.asyncDispose]()
  await scene[Symbol.asyncDispose]()
})

const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query(text, values)
const pathOf = (id: string) => join(scene.portal.server.dataDir, 'objects', id)

async function objectOf(documentId: string, number: number): Promise<string> {
  const rows = await query('select object_id from revisions where document_id = $1 and number = $2', [
    documentId,
    number,
  ])
  return rows[0]!['object_id'] as string
}

async function verify(...more: string[]) {
  const { code, stdout } = await runCli(['objects', 'verify', '--json', ...more], place())
  return { code, ...(JSON.parse(stdout) as { documents: number; objects: number; findings: unknown[] }) }
}

test('objects that are as they were stored are counted, from the beginning and from where a run was cut off', async () => {
  const whole = await verify()
  expect(whole).toMatchObject({ code: 0, findings: [] })
  const [ids] = await query('select max(id::text) as last, count(*)::int as documents from documents')
  expect(whole.documents).toBe(ids!['documents'])
  expect(await verify('--after', ids!['last'] as string)).toMatchObject({ code: 0, documents: 0, objects: 0 })
})

test('a damaged, a missing and an exchanged object are each named with their row', async () => {
  const [signed, sent] = [await objectOf(guid, 2), await objectOf(guid, 0)]
  const kept = await Promise.all([signed, sent].map((id) => readFile(pathOf(id))))
  const [{ id: annex, object_id: annexObject } = {}] = await query(
    'select id, object_id from attachments where document_id = $1',
    [guid],
  )
  await writeFile(pathOf(signed), Buffer.concat([kept[0]!.subarray(0, -1), Buffer.of(kept[0]!.at(-1)! ^ 1)]))
  await rm(pathOf(sent))
  // Another document's, and another of the same document: both whole, and not theirs.
  const foreign = await objectOf(other, 0)
  await query('update attachments set object_id = $2 where document_id = $1', [guid, foreign])
  const [first, second] = [await objectOf(other, 0), await objectOf(other, 1)]
  await query('update revisions set object_id = $2 where document_id = $1 and number = 1', [other, first])
  const { code, findings } = await verify()
  expect(code).toBe(1)
  expect(findings).toHaveLength(4)
  expect(findings).toEqual(
    expect.arrayContaining([
      { documentId: guid, row: 'revisions 2', objectId: signed, problem: 'damaged' },
      { documentId: guid, row: 'revisions 0', objectId: sent, problem: 'missing' },
      { documentId: guid, row: `attachments ${String(annex)}`, objectId: foreign, problem: 'exchanged' },
      { documentId: other, row: 'revisions 1', objectId: first, problem: 'exchanged' },
    ]),
  )
  await query('update revisions set object_id = $2 where document_id = $1 and number = 1', [other, second])
  await query('update attachments set object_id = $2 where document_id = $1', [guid, annexObject])
  await Promise.all([signed, sent].map((id, index) => writeFile(pathOf(id), kept[index]!)))
  expect(await verify()).toMatchObject({ code: 0, findings: [] })
})

test('an object that the disk does not give is named apart from a damaged one', async () => {
  const id = await objectOf(guid, 2)
  const kept = await readFile(pathOf(id))
  await rm(pathOf(id))
  await mkdir(pathOf(id))
  const { code, findings } = await verify()
  await rmdir(pathOf(id))
  await writeFile(pathOf(id), kept)
  const finding = { documentId: guid, row: 'revisions 2', objectId: id, problem: 'unreadable' }
  expect({ code, findings }).toEqual({ code: 1, findings: [finding] })
})

test('the nightly look goes on in runs, counts what it finds, and tells when it is through', async () => {
  const id = await objectOf(guid, 2)
  const kept = await readFile(pathOf(id))
  await rm(pathOf(id))
  const events: string[] = []
  const waiting: Job[] = [{ kind: 'verify-objects', data: {} }]
  let runs = 0
  const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  for (let job = waiting.shift(); job; job = waiting.shift(), runs++) {
    const needs = {
      verify: verifyObjectsOf(foundation),
      queue: { enqueue: async (_: unknown, next: Job) => void waiting.push(next) },
      ...{ database: foundation.database, log: silent, longestMs: 0 },
      happened: (event: string) => void events.push(event),
    }
    await verifyObjectsNightly(needs, job.data)
  }
  await writeFile(pathOf(id), kept)
  const [{ documents } = {}] = await query('select count(*)::int as documents from documents')
  expect(runs, 'one document a run, and one that finds no more').toBe((documents as number) + 1)
  expect(events).toEqual(['object-damaged', 'objects-verified'])
})

test('an object that its row let go of is deleted a day later, and none that a row names', async () => {
  const sent = await scene.send({ signers: ['ana'], attachments: [{ fileName: 'b.txt', bytes: Buffer.from('b') }] })
  const named = await query('select object_id from revisions where document_id = $1', [sent.guid])
  const [{ object_id: annex } = {}] = await query('select object_id from attachments where document_id = $1', [
    sent.guid,
  ])
  const { database, store } = foundation
  const collect = () => collectUnreferenced({ store, records: openCollectionRecords(database), now: () => new Date() })
  await query('delete from attachments where document_id = $1', [sent.guid])
  await query('update revisions set object_id = object_id where document_id = $1', [sent.guid])
  await collect()
  expect(await store.sizeOf(annex as string), 'a day has not passed').toBeGreaterThan(0)
  // What a row lets go of and another one names stays.
  await query('insert into released_objects (object_id) values ($1)', [named[0]!['object_id']])
  await query("update released_objects set released_at = now() - interval '25 hours'")
  expect(await collect()).toBe(1)
  expect(await store.sizeOf(annex as string)).toBeUndefined()
  expect(await query('select object_id from released_objects')).toEqual([])
  expect(await verify()).toMatchObject({ code: 0, findings: [] })
})
