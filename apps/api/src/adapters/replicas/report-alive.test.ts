import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type OpenedDatabase } from '../database/connection.ts'
import { migrateToLatest } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'
import type { Schema } from '../database/schema.ts'
import { DatabaseClock } from './database-clock.ts'
import { reportAlive, type HeardOfOthers, type ReportAlive } from './report-alive.ts'

let dataDir: string
let opened: OpenedDatabase<Schema>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-replicas-'))
  await chmod(dataDir, 0o711)
  opened = await openDatabase({ kind: 'embedded', dataDir }, { role: 'tool', poolSize: 1 })
  await migrateToLatest(opened.db, migrations)
})
afterAll(async () => {
  await opened.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A sweep that has begun, and ends when it is told to. */
function holdSweep() {
  let begin = () => {}
  let end = () => {}
  const begun = new Promise<void>((done) => (begin = done))
  const mayEnd = new Promise<void>((done) => (end = done))
  const sweep = () => {
    begin()
    return mayEnd
  }
  return { sweep, begun, end }
}

const reportAs = (instance: string, needs: Pick<ReportAlive, 'onHeard' | 'sweep'>) =>
  reportAlive({
    ...{ database: opened.db, instance, role: 'all', clock: new DatabaseClock() },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    presence: () => Promise.resolve({ release: 'now', serverKeys: [], activeKey: 1, jobs: [] }),
    onServerKeys: () => Promise.resolve(),
    ...needs,
  })

test('a process that stops says good-bye once what its last report has started is done', async () => {
  const { sweep, begun, end } = holdSweep()
  const report = await reportAs('leaving', { sweep, onHeard: () => {} })
  await begun
  const stopped = report.stop()
  // The one connection takes statements in their order: a good-bye that waits for nothing is before this look.
  await turn()
  expect(await reporting()).toEqual(['leaving'])
  end()
  await stopped
  expect(await reporting()).toEqual([])
})

test('a process hears of the others with its next report, however long a sweep takes', async () => {
  const { sweep, begun, end } = holdSweep()
  const heard: HeardOfOthers[] = []
  const report = await reportAs('sweeping', { sweep, onHeard: (others) => heard.push(others) })
  await begun
  const other = await reportAs('beside', { sweep: () => Promise.resolve(), onHeard: () => {} })
  await vi.waitFor(() => expect(heard.map(({ isAlone }) => isAlone)).toEqual([true, false]), { timeout: 20_000 })
  end()
  await report.stop()
  await other.stop()
})

const reporting = async () =>
  (await opened.db.selectFrom('replicas').select('instance').execute()).map(({ instance }) => instance)
