import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, openDatabase, type OpenedDatabase } from '../connection.ts'
import { migrateToLatest } from '../migrate.ts'

type Opened = OpenedDatabase<Record<string, never>>
const open = (dataDir: string, role: 'server' | 'tool', more: object = {}): Promise<Opened> =>
  openDatabase({ kind: 'embedded', dataDir }, { role, poolSize: 3, ...more })

async function postmaster(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'database/installed/cluster/postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

const isGone = (dataDir: string): Promise<boolean> =>
  postmaster(dataDir).then(
    () => false,
    () => true,
  )

describe('the embedded PostgreSQL', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rubrica-db-'))
    await chmod(dataDir, 0o711)
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('two first starts at once make one cluster, and the last to leave stops it', async () => {
    const [one, two] = await Promise.all([open(dataDir, 'tool'), open(dataDir, 'tool')])
    await sql`create table kept (n int)`.execute(one.db)
    await sql`insert into kept values (1)`.execute(two.db)
    await one.close()
    expect((await sql<{ n: number }>`select n from kept`.execute(two.db)).rows).toEqual([{ n: 1 }])
    await two.close()
    expect(await isGone(dataDir)).toBe(true)
  })

  test('a second server on the data directory is told who holds it, a tool is let in beside it', async () => {
    await using server = await open(dataDir, 'server')
    await expect(open(dataDir, 'server')).rejects.toMatchObject({
      code: 'DATABASE_IN_USE',
      message: expect.stringContaining(`(process ${process.pid})`) as string,
    })
    await using tool = await open(dataDir, 'tool')
    expect(tool.embedded && server.embedded).toBe(true)
  })

  test('a killed PostgreSQL is brought back and has lost nothing', async () => {
    let restarted = (): void => undefined
    const back = new Promise<void>((resolve) => (restarted = resolve))
    await using server = await open(dataDir, 'server', { onRestarted: () => restarted() })
    await sql`insert into kept values (2)`.execute(server.db)
    process.kill(await postmaster(dataDir), 'SIGKILL')
    await back
    expect((await sql`select n from kept`.execute(server.db)).rows).toHaveLength(2)
  })

  test('it is reached by a Unix socket with a password, and nobody else can read that password', async () => {
    await using opened = await open(dataDir, 'tool')
    const settings = await sql<{ listen: string; auth: string[] }>`
      select current_setting('listen_addresses') as listen,
        (select array_agg(distinct auth_method) from pg_hba_file_rules) as auth`.execute(opened.db)
    expect(settings.rows[0]).toEqual({ listen: '', auth: ['scram-sha-256'] })
    const { stat } = await import('node:fs/promises')
    expect((await stat(join(dataDir, 'database/installed/password'))).mode & 0o777).toBe(0o600)
  })

  test('it takes the largest DATABASE_POOL that may be set, and tools beside it', async () => {
    await using opened = await open(dataDir, 'tool')
    const { rows } = await sql<{ max_connections: string }>`show max_connections`.execute(opened.db)
    expect(Number(rows[0]!.max_connections)).toBeGreaterThanOrEqual(500 + 50)
  })

  test('sorting and messages do not depend on the machine', async () => {
    await using opened = await open(dataDir, 'tool')
    const { rows } = await sql<{ locale: string; encoding: string; messages: string; zone: string }>`
      select datlocale as locale, pg_encoding_to_char(encoding) as encoding,
        current_setting('lc_messages') as messages, current_setting('TimeZone') as zone
      from pg_database where datname = current_database()`.execute(opened.db)
    expect(rows[0]).toEqual({ locale: 'C.UTF-8', encoding: 'UTF8', messages: 'C', zone: 'UTC' })
  })

  test('migrations started twice at once are applied once, and a later release is refused', async () => {
    await using opened = await open(dataDir, 'tool')
    const migrations = {
      '0001-t': { up: (db: Kysely<unknown>) => db.schema.createTable('t').addColumn('n', 'int2').execute() },
    }
    const both = await Promise.all([migrateToLatest(opened.db, migrations), migrateToLatest(opened.db, migrations)])
    expect(both.flat()).toEqual(['0001-t'])
    await expect(migrateToLatest(opened.db, {})).rejects.toMatchObject({ code: 'DATABASE_VERSION' })
  })

  test('a transaction that PostgreSQL gave up is run again', async () => {
    await using opened = await open(dataDir, 'tool')
    await sql`create table counted (n int)`.execute(opened.db)
    await sql`insert into counted values (0)`.execute(opened.db)
    const add = (): Promise<unknown> =>
      inTransaction(opened.db, (trx) => sql`update counted set n = n + 1`.execute(trx), { isolation: 'serializable' })
    await Promise.all([add(), add(), add()])
    expect((await sql`select n from counted`.execute(opened.db)).rows).toEqual([{ n: 3 }])
  })

  test('a cluster of another version and a damaged one are each one clear sentence', async () => {
    const versionFile = join(dataDir, 'database/installed/cluster/PG_VERSION')
    await writeFile(versionFile, '15\n')
    await expect(open(dataDir, 'server')).rejects.toMatchObject({
      code: 'DATABASE_VERSION',
      message: expect.stringContaining('PostgreSQL 15,') as string,
    })
    await writeFile(versionFile, '18\n')
    await writeFile(join(dataDir, 'database/installed/cluster/global/pg_control'), 'garbage')
    await expect(open(dataDir, 'server')).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' })
    await rm(versionFile)
    await expect(open(dataDir, 'server')).rejects.toMatchObject({ code: 'DATABASE_DAMAGED' })
  })

  test('a data directory that cannot be one, and a DATABASE_URL nobody answers, are each one sentence', async () => {
    await expect(open('/dev/null/data', 'server')).rejects.toMatchObject({ code: 'DATABASE_NOT_STARTED' })
    const { Secret } = await import('../../../config/secret.ts')
    const url = new Secret('postgres://app:canary@127.0.0.1:9/app')
    const refused = openDatabase({ kind: 'external', url }, { role: 'server', poolSize: 2 })
    await expect(refused).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' })
    await expect(refused).rejects.not.toThrow(/canary/)
  })
})
