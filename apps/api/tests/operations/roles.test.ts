/** Processes of one installation that do not all do the same: some answer calls, some work on jobs. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, startProgram, startServer, type RunningServer, type TestDatabase } from '@rubrica/testing'
import { tapDatabase, type TappedDatabase } from '../scenes/tap-database.ts'

const REPORT = 'insert into replicas'
const OF_JOBS = 'pgboss.'
const PATIENCE = { timeout: 90_000, interval: 200 }

let database: TestDatabase
let tap: TappedDatabase
let api: RunningServer
beforeAll(async () => {
  database = await createDatabase(inject('sharedPostgres'))
  tap = await tapDatabase(inject('sharedPostgres'), database)
  api = await startServer({ env: { ROLE: 'api', DATABASE_URL: tap.url } })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await tap[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/health/ready`)
  return { status: answer.status, body: (await answer.json()) as { status: string; warnings?: string[] } }
}

const startWorker = () =>
  startProgram('api', {
    ...{ ROLE: 'worker', PORT: '0', DATABASE_URL: database.url },
    ...{ DATA_DIR: api.dataDir, SERVER_KEY_FILE: api.serverKeyFile },
  })

test('a process that answers calls asks nothing about jobs while nobody calls it', async () => {
  const [reports, asked] = [tap.count(REPORT), tap.count(OF_JOBS)]
  expect(asked, 'the tap hears what is asked at the start').toBeGreaterThan(0)
  await expect.poll(() => tap.count(REPORT), PATIENCE).toBeGreaterThan(reports + 3)
  expect(tap.count(OF_JOBS)).toBe(asked)
})

test('where nobody works on jobs an operator is told, and people are served all the same', async () => {
  const told = async () => (await readiness(api.url)).body.warnings?.[0]
  await expect.poll(told, PATIENCE).toMatch(/^No process works on jobs/)
  expect(await readiness(api.url)).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(api.log()).toContain('No process works on jobs')
  await using worker = await startWorker()
  expect(worker.url).not.toBe(api.url)
  await expect.poll(told, PATIENCE).toBeUndefined()
})

test('a process that works on jobs takes those that another has left, and answers probes alone', async () => {
  await database.query(`insert into pgboss.job (name, data) values ('sweep-bulk-acts', '{"left": true}')`)
  await using worker = await startWorker()
  const state = async () => {
    const rows = await database.query<{ state: string }>(
      `select state from pgboss.job where name = 'sweep-bulk-acts' and data ->> 'left' = 'true' union all
       select state from pgboss.archive where name = 'sweep-bulk-acts' and data ->> 'left' = 'true'`,
    )
    return rows.map((row) => row.state)
  }
  await expect.poll(state, PATIENCE).toEqual(['completed'])
  expect(await readiness(worker.url)).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect((await fetch(`${worker.url}/metrics`)).status).toBe(200)
  for (const path of ['/', '/api/user', '/csc/v1/info']) {
    expect((await fetch(`${worker.url}${path}`)).status, path).toBe(404)
  }
})

test('a role that there is not is one sentence', async () => {
  const refused = startProgram('api', { ROLE: 'everything', PORT: '0', DATA_DIR: api.dataDir })
  await expect(refused).rejects.toMatchObject({ output: expect.stringContaining('ROLE must be one of') as string })
})
