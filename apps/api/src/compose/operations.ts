/** What an operator's command does to an installation as a whole, beside a running server or without one. */
import { restoreBackup } from '../adapters/backup/restore-backup.ts'
import { writeBackup, type BackupSummary, type WrittenBackup } from '../adapters/backup/write-backup.ts'
import { inTransaction, openDatabase } from '../adapters/database/connection.ts'
import { appendInstallationEvent } from '../adapters/database/installation-log/append-installation-event.ts'
import { migrations } from '../adapters/database/migrations/index.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { openJobQueue } from '../adapters/jobs/pg-boss-queue.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { openObjectStore } from '../adapters/object-store/open-object-store.ts'
import { nameOperator } from '../adapters/operating-system/name-operator.ts'
import { openServerKeys } from '../adapters/server-keys/file-server-keys.ts'
import { openFoundation } from './foundation.ts'
import { keyFilePlace } from './key-file-place.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'

export type { BackupSummary } from '../adapters/backup/write-backup.ts'

const quiet = () => openLog({ level: 'silent' })

/** Writes a backup file, while a server runs or without one. */
export async function backUp(env: Environment, path: string): Promise<BackupSummary> {
  await using foundation = await openFoundation({ config: readConfig(env), role: 'tool', log: quiet() })
  const { opened, database, store, serverKeys, actor, now } = foundation
  const log = (written: WrittenBackup) =>
    inTransaction(database, (transaction) =>
      appendInstallationEvent(transaction, { type: 'backup-written', at: now(), actor, facts: { ...written } }),
    )
  return await writeBackup({ pool: opened.pool, objects: store, serverKeys, log }, path)
}

/**
 * Restores a backup file into an empty installation. It takes the server's place meanwhile, so that none can start.
 * The server keys of the backup's installation must be in their file already.
 */
export async function restore(env: Environment, path: string): Promise<BackupSummary> {
  const config = readConfig(env)
  const serverKeys = await openServerKeys(keyFilePlace(config), false)
  await using opened = await openDatabase<Schema>(config.database, { role: 'server', poolSize: config.poolSize })
  const { db, pool, alone } = opened
  using kept = await openObjectStore(config.objects)
  await kept.check()
  const objects = kept.store
  const log = quiet()
  const openQueue = (kinds: readonly string[]) => openJobQueue<Schema>({ db, pool, alone, log, kinds })
  const actor = { by: 'operator', name: nameOperator(process.env) } as const
  return await restoreBackup({ db, pool, migrations, objects, serverKeys, openQueue, actor }, path)
}
