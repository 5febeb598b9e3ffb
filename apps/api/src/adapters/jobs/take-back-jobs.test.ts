import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from '../database/connection.ts'
import { migrateToLatest } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'
import type { Schema } from '../database/schema.ts'
import { openJobQueue } from './pg-boss-queue.ts'
import { takeBackJobs } from './take-back-jobs.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let dataDir: string
let opened: OpenedDatabase<Schema>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-jobs-'))
  await chmod(dataDir, 0o711)
  opened = await openDatabase({ kind: 'embedded', dataDir }, { role: 'tool', poolSize: 6 })
  await migrateToLatest(opened.db, migrations)
  await (await openJobQueue<Schema>({ ...opened, log: silent, kinds: ['mail'] })).stop()
})
afterAll(async () => {
  await opened.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await sql`delete from replicas`.execute(opened.db)
  await sql`delete from pgboss.job`.execute(opened.db)
})

interface FakeReplica {
  readonly role?: string
  readonly silentFor?: number
  readonly steadyFor?: number
  readonly jobs?: readonly string[] | null
}

async function addReplica(
  instance: string,
  { role = 'worker', silentFor = 1, steadyFor = 60, jobs = [] }: FakeReplica,
) {
  await sql`insert into replicas (instance, role, reported_at, steady_since, jobs) values (${instance}, ${role},
    now() - ${silentFor} * interval '1 second', now() - ${steadyFor} * interval '1 second', ${jobs}::uuid[])`.execute(
    opened.db,
  )
}

/** A job that was taken so long ago, and so many times before. */
async function addTaken(takenFor: number, retries = 0): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, state, started_on, retry_count, retry_limit)
    values ('mail', 'active', now() - ${takenFor} * interval '1 second', ${retries}, 12) returning id`.execute(
    opened.db,
  )
  return rows[0]!.id
}

const waiting = async () => {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where state = 'retry' and start_after <= now()`.execute(opened.db)
  return rows.map(({ id }) => id)
}

test('jobs of a process that died, or that nobody heard of taking, are taken up; those that somebody holds are not', async () => {
  const [held, orphaned, fresh, unheard] = [
    await addTaken(100),
    await addTaken(20),
    await addTaken(5),
    await addTaken(90),
  ]
  await addReplica('a', {})
  await addReplica('b', { jobs: [held] })
  await addReplica('dead', { silentFor: 9, jobs: [orphaned, fresh] })
  expect(await takeBackJobs(opened.db, 'a')).toBe(2)
  expect((await waiting()).toSorted()).toEqual([orphaned, unheard].toSorted())
})

test('only the first process that works looks, and only once all others could have reported', async () => {
  await addTaken(100)
  await addReplica('a', { role: 'api' })
  await addReplica('b', { steadyFor: 4 })
  await addReplica('c', {})
  expect(await takeBackJobs(opened.db, 'a')).toBe(0)
  expect(await takeBackJobs(opened.db, 'b')).toBe(0)
  expect(await takeBackJobs(opened.db, 'c')).toBe(0)
  await sql`update replicas set steady_since = now() - interval '11 seconds' where instance = 'b'`.execute(opened.db)
  expect(await takeBackJobs(opened.db, 'b')).toBe(1)
})

test('nothing is taken from a process of an earlier release, which does not say what it holds', async () => {
  await addTaken(100)
  await addReplica('a', {})
  await addReplica('old', { jobs: null })
  expect(await takeBackJobs(opened.db, 'a')).toBe(0)
  await sql`delete from replicas where instance = 'old'`.execute(opened.db)
  expect(await takeBackJobs(opened.db, 'a')).toBe(1)
})

test('a job that has ended twelve processes is left to be given up', async () => {
  await addTaken(100, 12)
  await addReplica('a', {})
  expect(await takeBackJobs(opened.db, 'a')).toBe(0)
})
