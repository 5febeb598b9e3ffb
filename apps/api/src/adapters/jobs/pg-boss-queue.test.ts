import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobData } from '../../ports/job-queue.ts'
import { inTransaction, openDatabase, type OpenedDatabase } from '../database/connection.ts'
import { openJobQueue } from './pg-boss-queue.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

describe('the job queue', () => {
  let dataDir: string
  let database: OpenedDatabase<Record<string, never>>
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rubrica-jobs-'))
    await chmod(dataDir, 0o711)
    database = await openDatabase({ kind: 'embedded', dataDir }, { role: 'tool', poolSize: 6 })
    await sql`create table changes (name text)`.execute(database.db)
  })
  afterAll(async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const open = () => openJobQueue<Record<string, never>>({ ...database, log: silent, kinds: ['mail', 'last'] })

  test('a job enqueued in a transaction that is rolled back never runs; a committed one runs once', async () => {
    const queue = await open()
    const ran: JobData[] = []
    const change = (name: string, fail: boolean) =>
      inTransaction(database.db, async (trx) => {
        await sql`insert into changes values (${name})`.execute(trx)
        await queue.enqueue(trx, { kind: 'mail', data: { name } })
        if (fail) throw new Error('rolled back')
      })
    await expect(change('undone', true)).rejects.toThrow('rolled back')
    await change('done', false)
    const finished = new Promise<void>((resolve) => {
      void queue.work('last', async () => resolve())
    })
    await queue.work('mail', async (data) => {
      ran.push(data)
      // Whatever was enqueued before this job has been fetched with it or before it.
      await queue.enqueue(database.db, { kind: 'last', data: {} })
    })
    await finished
    await queue.stop()
    expect(ran).toEqual([{ name: 'done' }])
    const left = await sql<{ name: string; state: string }>`
      select name, state from pgboss.job where name = 'mail' union all
      select name, state from pgboss.archive where name = 'mail'`.execute(database.db)
    expect(left.rows).toEqual([{ name: 'mail', state: 'completed' }])
    expect((await sql`select name from changes`.execute(database.db)).rows).toEqual([{ name: 'done' }])
  })

  test('two replicas opening at once agree, and a committed job waits for the one that works', async () => {
    const [sender, worker] = await Promise.all([open(), open()])
    await sender.enqueue(database.db, { kind: 'mail', data: { name: 'across' } })
    await sender.stop()
    const got = new Promise<JobData>((resolve) => {
      void worker.work('mail', async (data) => resolve(data))
    })
    expect(await got).toEqual({ name: 'across' })
    await worker.stop()
  })

  test('a mail whose worker died is run again within minutes, also where an earlier release made its queue', async () => {
    const openMails = () =>
      openJobQueue<Record<string, never>>({ ...database, log: silent, kinds: ['tell-signer', 'mail'] })
    await (await openMails()).stop()
    await sql`update pgboss.queue set expire_seconds = 900`.execute(database.db)
    const queue = await openMails()
    await queue.enqueueAll(database.db, [
      { kind: 'tell-signer', data: {} },
      { kind: 'mail', data: {} },
    ])
    await queue.stop()
    const expiring = await sql<{ name: string; seconds: number }>`
      select name, extract(epoch from expire_in)::int as seconds from pgboss.job where state = 'created' order by name`.execute(
      database.db,
    )
    expect(expiring.rows).toEqual([
      { name: 'mail', seconds: 900 },
      { name: 'tell-signer', seconds: 120 },
    ])
  })

  test('one look finds what is due of all kinds, and nothing is asked of a kind of which nothing is', async () => {
    await sql`delete from pgboss.job`.execute(database.db)
    const looks: unknown[] = []
    const taken: unknown[] = []
    const db = Object.assign(Object.create(database.db) as typeof database.db, {
      executeQuery: (asked: CompiledQuery) => {
        if (asked.sql.includes('as due')) looks.push(asked.parameters[0])
        return database.db.executeQuery(asked)
      },
    })
    const pool = Object.assign(Object.create(database.pool) as typeof database.pool, {
      query: (text: string, values?: unknown[]) => {
        if (text.includes('SKIP LOCKED')) taken.push(values?.[0])
        return database.pool.query(text, values)
      },
    })
    const kinds = ['mail', 'last']
    const queue = await openJobQueue<Record<string, never>>({ ...database, db, pool, log: silent, kinds })
    const dueAt = new Date(Date.now() + 1500)
    await queue.enqueueAll(database.db, [{ kind: 'mail', data: {}, startAfter: dueAt }])
    const ranAt = new Promise<Date>((resolve) => {
      void queue.work('mail', async () => resolve(new Date()))
    })
    await queue.work('last', async () => undefined)
    expect((await ranAt).getTime()).toBeGreaterThanOrEqual(dueAt.getTime())
    await queue.stop()
    expect(looks[0]).toEqual(kinds)
    expect(taken).toContain('mail')
    expect(taken).not.toContain('last')
  })

  test('it has stopped once the look under way has ended, and not before: the database may be closed then', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    let isLooking = (): void => undefined
    const looking = new Promise<void>((resolve) => (isLooking = resolve))
    const db = Object.assign(Object.create(database.db) as typeof database.db, {
      executeQuery: async (asked: CompiledQuery) => {
        isLooking()
        await answered
        return database.db.executeQuery(asked)
      },
    })
    const queue = await openJobQueue<Record<string, never>>({ ...database, db, log: silent, kinds: ['mail'] })
    await queue.work('mail', async () => undefined)
    await looking
    const order: string[] = []
    const stopped = queue.stop().then(() => order.push('stopped'))
    // Whatever else stopping waits for is over long before.
    await sql`select pg_sleep(0.2)`.execute(database.db)
    order.push('answered')
    answer()
    await stopped
    expect(order).toEqual(['answered', 'stopped'])
  })

  test('a job of an unknown kind is a mistake of the programmer', async () => {
    const queue = await open()
    await expect(queue.enqueue(database.db, { kind: 'fax', data: {} })).rejects.toThrow(TypeError)
    await queue.stop()
  })
})
