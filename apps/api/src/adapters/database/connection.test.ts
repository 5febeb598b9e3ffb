import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
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
  opened = await openDatabase({ kind: 'embedded', dataDir }, { role: 'tool', poolSize: 3, statementMs: 600 })
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

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a statement that does not end is ended, and counts as an outage', async () => {
  const failure = await failureOf(sql`select pg_sleep(60)`.execute(opened.db))
  expect(failure).toMatchObject({ code: '57014' })
  expect(isDatabaseOutage(failure)).toBe(true)
})

test('a connection is given up for its silence while somebody has it, and not while it waits for somebody', async () => {
  const client = await opened.pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const lent = stream.timeout
  client.release()
  expect([lent, stream.timeout]).toEqual([800, 0])
})

test('a lock that is not given back is not waited for, and counts as an outage', async () => {
  const failure = await opened.unlimited((holder) =>
    holder.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(transaction)
      return failureOf(sql`select pg_advisory_lock(1)`.execute(opened.db))
    }),
  )
  expect(failure).toMatchObject({ code: '55P03' })
  expect(isDatabaseOutage(failure)).toBe(true)
})

test('a transaction that is left idle is ended, and what it locked is free again', async () => {
  const left = opened.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(2)`.execute(transaction)
    await opened.unlimited((other) => sql`select pg_advisory_lock(2)`.execute(other))
    await sql`select 1`.execute(transaction)
  })
  await expect(left).rejects.toSatisfy(isDatabaseOutage)
})

test('work without limits may take longer', async () => {
  const { rows } = await opened.unlimited((db) => sql`select 1 as done from pg_sleep(1)`.execute(db))
  expect(rows).toEqual([{ done: 1 }])
})

test('a commit whose wait for a standby was cancelled is an unknown answer, though PostgreSQL calls it done', async () => {
  const told = async (names: string) => {
    await sql`alter system set synchronous_standby_names = ${sql.lit(names)}`.execute(opened.db)
    await sql`select pg_reload_conf()`.execute(opened.db)
    const shown = async () =>
      (await sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`.execute(opened.db))
        .rows[0]!.names
    await expect.poll(shown, { timeout: 20_000 }).toBe(names)
  }
  await sql`create table written (n int)`.execute(opened.db)
  await told('nobody')
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where wait_event = 'SyncRep'`.execute(opened.db)
    return rows.map(({ pid }) => pid)
  }
  try {
    const failure = opened.unlimited((db) => failureOf(sql`insert into written values (1)`.execute(db)))
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    const [pid] = await waiting()
    await sql`select pg_cancel_backend(${pid})`.execute(opened.db)
    expect(await failure).toMatchObject({ name: 'UnreplicatedCommit', code: '08007' })
    expect(isDatabaseOutage(await failure)).toBe(true)
  } finally {
    await told('')
  }
  expect((await sql`select n from written`.execute(opened.db)).rows).toEqual([{ n: 1 }])
})
