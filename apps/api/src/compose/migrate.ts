/** Brings the database to the schema of this release, before processes are started that change nothing about it. */
import { openDatabase } from '../adapters/database/connection.ts'
import { migrateToLatest } from '../adapters/database/migrate.ts'
import { migrations } from '../adapters/database/migrations/index.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { JOB_KINDS } from '../adapters/jobs/job-kinds.ts'
import { openJobQueue } from '../adapters/jobs/pg-boss-queue.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'

/** @returns the names of what was missing. @throws {DatabaseError} with one sentence for the operator */
export async function migrate(env: Environment): Promise<readonly string[]> {
  const { database, poolSize } = readConfig(env)
  await using opened = await openDatabase<Schema>(database, { role: 'tool', poolSize })
  const applied = await opened.alone(() => opened.unlimited((db) => migrateToLatest(db, migrations)))
  // The queue has tables of its own, which it makes when it is opened.
  const queue = await openJobQueue<Schema>({
    ...opened,
    log: openLog({ level: 'silent' }),
    kinds: JOB_KINDS,
    onlyEnqueues: true,
  })
  await queue.stop()
  return applied
}
