/**
 * What docs/operations/running.md promises: as many servers as one likes, in any order, also all at once on nothing.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  createDatabase,
  DEMO_PASSWORD,
  logIn,
  makeTemporaryDirectory,
  startProgram,
  startSandbox,
  writeServerKeyFile,
  type RunningProgram,
  type RunningSandbox,
  type TestDatabase,
} from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'

const AT_ONCE = 5
const ROUNDS = 10

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox[Symbol.asyncDispose]())

/** What the demonstration must be once, however many servers have seeded it. */
const SEEDED = `
  select (select count(*)::int from users) as users, (select count(*)::int from certificates) as certificates,
    (select count(*)::int from subscriptions) as subscriptions, (select count(*)::int from clients) as clients,
    (select count(*)::int from documents) as documents,
    (select count(*)::int from (select 1 from signers where state = 'signed') as signed) as signed,
    (select count(*)::int from token_keys where retired_at is null) as keys`

const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1)

interface Seeded {
  readonly documents: number
}

interface Together {
  readonly database: TestDatabase
  readonly servers: readonly RunningProgram[]
}

/** Starts five servers at once with a database and an object store that are not there yet, and one key file. */
async function startTogether(env: Record<string, string>, look: (started: Together) => Promise<void>): Promise<void> {
  await using directory = await makeTemporaryDirectory()
  await using database = await createDatabase(inject('sharedPostgres'))
  const place = { PORT: '0', DATA_DIR: join(directory.path, 'data'), DATABASE_URL: database.url, DATABASE_POOL: '4' }
  // A demonstration makes it itself.
  if (env['DEMO'] === undefined) await writeServerKeyFile(join(directory.path, 'data-keys/server-keys.json'))
  const starts = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () => startProgram('api', { ...place, ...env })),
  )
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  try {
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    expect(reasons, 'why servers did not start').toEqual([])
    await look({ database, servers })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
  expect(servers.flatMap(complaintsOf), 'what the log complains of').toEqual([])
}

test.each(rounds)('round %i: five servers started at once on an empty database all serve', async () => {
  const services = await sandboxEnvironment(sandbox.url, sandbox.dataDir)
  await startTogether(services, async ({ servers }) => {
    const ready = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/health/ready`)).status))
    expect(ready).toEqual(servers.map(() => 200))
  })
})

test.each(rounds)('round %i: five servers that seed at once have one demonstration', async () => {
  const services = await sandboxEnvironment(sandbox.url, sandbox.dataDir)
  await startTogether({ ...services, DEMO: '1', DEMO_PASSWORD }, async ({ database, servers }) => {
    await Promise.all(servers.map(({ url }) => logIn(url, { userId: 'ana', password: DEMO_PASSWORD })))
    const [seeded] = await database.query<Seeded>(SEEDED)
    expect(seeded).toMatchObject({ users: 3, certificates: 3, subscriptions: 1, clients: 1, signed: 3, keys: 1 })
    expect(seeded!.documents).toBeGreaterThan(60)
  })
})

const WARNING = 40
const complaintsOf = (server: RunningProgram) =>
  server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= WARNING)
