import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from './connection.ts'
import { isDatabaseOutage } from './is-outage.ts'

let dataDir: string
let opened: OpenedDatabase<Record<string, never>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-db-'))
  opened = await openDatabase({ kind: 'embedded', dataDir }, { role: 'tool', poolSize: 3 })
})
afterAll(async () => {
  await opened.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('a connection that breaks between two statements of a transaction fails the next one, not the process', async () => {
  const work = opened.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(opened.db)
    // The end of the connection reaches us as an event of its own, while no statement waits for an answer.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    await sql`select 1`.execute(transaction)
  })
  await expect(work).rejects.toSatisfy(isDatabaseOutage)
  expect((await sql`select 1 as one`.execute(opened.db)).rows).toEqual([{ one: 1 }])
})
