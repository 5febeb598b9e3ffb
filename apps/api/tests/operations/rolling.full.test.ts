/** Bringing a cluster to another release: the schema first, then one process after the other, while people go on. */
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import {
  createDatabase,
  makeTemporaryDirectory,
  runCli,
  startProgram,
  startServer,
  type TestDatabase,
} from '@rubrica/testing'
import { openDatabase, type OpenedDatabase } from '../../src/adapters/database/connection.ts'
import { migrateToLatest, requireSchema, type SchemaSteps } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { Secret } from '../../src/config/secret.ts'

const OWN_RELEASE = Object.keys(migrations).sort().at(-1)!.slice(0, 4)
const EXPANDED: SchemaSteps = {
  ...migrations,
  '9998-expanded': {
    worksFrom: OWN_RELEASE,
    up: async (db) => void (await sql`alter table documents add column later text`.execute(db)),
  },
}
const CONTRACTED: SchemaSteps = {
  ...EXPANDED,
  '9999-contracted': { up: async (db) => void (await sql`alter table documents drop column later`.execute(db)) },
}

const open = (database: TestDatabase): Promise<OpenedDatabase<Schema>> =>
  openDatabase<Schema>({ kind: 'external', url: new Secret(database.url) }, { role: 'tool', poolSize: 3 })

test('a process of before starts on a schema that was expanded since, and not on one that was contracted', async () => {
  await using server = await startServer({ postgres: inject('sharedPostgres') })
  await using opened = await open(server.database!)
  expect(await migrateToLatest(opened.db, EXPANDED)).toEqual(['9998-expanded'])
  await server.restart()
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  await requireSchema(opened.db, migrations)
  expect(await migrateToLatest(opened.db, CONTRACTED)).toEqual(['9999-contracted'])
  await expect(server.restart()).rejects.toMatchObject({
    end: { code: 1 },
    output: expect.stringContaining('written by a later release') as string,
  })
  await expect(requireSchema(opened.db, migrations)).rejects.toMatchObject({ code: 'DATABASE_VERSION' })
})

test('a process that may not migrate refuses a database that is behind; once a command has done it, it serves', async () => {
  await using database = await createDatabase(inject('sharedPostgres'))
  await using directory = await makeTemporaryDirectory()
  const env = { DATABASE_URL: database.url, DATA_DIR: directory.path, PORT: '0', MIGRATE: 'off' }
  await expect(startProgram('api', env)).rejects.toMatchObject({
    end: { code: 1 },
    output: expect.stringContaining('run "rubrica migrate" first') as string,
  })
  const migrate = (...words: string[]) => runCli(['migrate', ...words], env)
  expect(await migrate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Applied 0001-initial, /) as string })
  expect(await migrate('--json')).toMatchObject({ code: 0, stdout: '{"ok":true,"applied":[]}\n' })
  expect((await migrate('everything')).code).toBe(2)
  expect(await runCli(['keys', 'init'], env)).toMatchObject({ code: 0 })
  await using program = await startProgram('api', env)
  expect((await fetch(`${program.url}/health/ready`)).status).toBe(200)
})

test('a table that is in use has no migration wait in front of others: it comes again, and gives up in the end', async () => {
  await using database = await createDatabase(inject('sharedPostgres'))
  await using opened = await open(database)
  await migrateToLatest(opened.db, migrations)
  const patience = { lockMs: 100, pauseMs: 20, tries: 100_000 }
  let release = (): void => undefined
  const until = new Promise<void>((done) => (release = done))
  let isHeld = (): void => undefined
  const holding = new Promise<void>((done) => (isHeld = done))
  const reader = opened.db.transaction().execute(async (transaction) => {
    await sql`select count(*) from documents`.execute(transaction)
    isHeld()
    await until
  })
  await holding
  await expect(migrateToLatest(opened.db, EXPANDED, { ...patience, tries: 2 })).rejects.toMatchObject({
    code: 'DATABASE_IN_USE',
  })
  const migrated = migrateToLatest(opened.db, EXPANDED, patience)
  // Others read on, though the migration waits for the lock again and again.
  for (let read = 0; read < 20; read += 1) await database.query('select count(*) from documents')
  release()
  await reader
  expect(await migrated).toEqual(['9998-expanded'])
})
