/**
 * Exports an installation while it runs: everything from one snapshot of the database, so that rows agree with one
 * another; objects are immutable, so reading them afterwards is safe.
 */
import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'
import { isStoreOutage, ObjectError, type ObjectStore } from '../../ports/object-store.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { OBJECT_IDS } from '../database/objects/find-referenced-objects.ts'
import { BACKUP_VERSION, BackupError, type BackupEnd, type BackupManifest } from './backup-format.ts'
import { listTables } from './list-tables.ts'
import { ArchiveWriter } from './tar-archive.ts'

const ROWS_PER_ENTRY = 1000
/** Rows hold pictures and prepared signatures too: an entry is one string here, and one again when it is restored. */
const BYTES_PER_ENTRY = 8_000_000
const ROWS_AT_ONCE = 50

export interface BackupSource {
  readonly pool: Pool
  readonly objects: ObjectStore
  readonly serverKeys: ServerKeys
  /** Logs the backup, which nobody can take away before that. */
  readonly log: (written: WrittenBackup) => Promise<void>
}

export interface WrittenBackup extends BackupSummary {
  /** Hex SHA-256 of the entry that says how the backup ends, with the digest of each table. */
  readonly endDigest: string
}

export interface BackupSummary {
  readonly rows: number
  readonly objects: number
}

/**
 * Writes a backup to `path`, readable by its owner alone. The file appears only once it is whole.
 * @throws {BackupError} BACKUP_OBJECT_MISSING when a row names an object that is not there.
 */
export async function writeBackup(source: BackupSource, path: string): Promise<BackupSummary> {
  const aside = `${path}.${process.pid}.unfinished`
  const file = await open(aside, 'wx', 0o600)
  try {
    const client = await source.pool.connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      const { endDigest, ...summary } = await exportSnapshot(source, client, new ArchiveWriter(file, new Date()))
      await client.query('commit')
      await source.log({ ...summary, endDigest })
      await rename(aside, path)
      return summary
    } finally {
      client.release(true)
    }
  } finally {
    await file.close()
    await rm(aside, { force: true })
  }
}

async function exportSnapshot(
  source: BackupSource,
  client: PoolClient,
  archive: ArchiveWriter,
): Promise<WrittenBackup> {
  await archive.add('manifest.json', json(await describeSource(source, client)))
  const tables: BackupEnd['tables'] = {}
  for (const table of await listTables(client)) tables[table] = await exportTable(client, archive, table)
  await archive.add('jobs.ndjson', await exportJobs(client))
  const objects = await exportObjects(source.objects, client, archive)
  const end = json({ tables, objects } satisfies BackupEnd)
  await archive.add('end.json', end)
  await archive.finish()
  const endDigest = createHash('sha256').update(end).digest('hex')
  return { rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0), objects, endDigest }
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

async function describeSource({ serverKeys }: BackupSource, client: PoolClient): Promise<BackupManifest> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return {
    format: 'rubrica-backup',
    version: BACKUP_VERSION,
    createdAt: new Date().toISOString(),
    migrations: rows.map((row) => row.name),
    serverKeys: [...(await serverKeys.fingerprints())],
  }
}

async function exportTable(client: PoolClient, archive: ArchiveWriter, table: string) {
  const digest = createHash('sha256')
  let count = 0
  let number = 0
  for await (const lines of readLines(client, table)) {
    const entry = Buffer.concat(lines)
    digest.update(entry)
    count += lines.length
    await archive.add(`tables/${table}/${String(number).padStart(6, '0')}.ndjson`, entry)
    number += 1
  }
  return { rows: count, digest: digest.digest('hex') }
}

/** The rows of a table, one line each, in portions for one entry. */
async function* readLines(client: PoolClient, table: string): AsyncGenerator<Buffer[]> {
  await client.query(`declare exported no scroll cursor for select row_to_json(t)::text as line from "${table}" t`)
  let lines: Buffer[] = []
  let bytes = 0
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from exported`)
    for (const row of rows) {
      const line = Buffer.from(`${row.line}\n`)
      if (lines.length === ROWS_PER_ENTRY || (lines.length > 0 && bytes + line.length > BYTES_PER_ENTRY)) {
        yield lines
        lines = []
        bytes = 0
      }
      lines.push(line)
      bytes += line.length
    }
    if (rows.length === 0) break
  }
  if (lines.length > 0) yield lines
  await client.query('close exported')
}

async function exportJobs(client: PoolClient): Promise<Buffer> {
  const there = await client.query<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`)
  if (!there.rows[0]?.there) return Buffer.alloc(0)
  const { rows } = await client.query<{ line: string }>(
    `select json_build_object('kind', name, 'data', coalesce(data, '{}'), 'startAfter', start_after)::text as line
     from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on, id`,
  )
  return Buffer.from(rows.map((row) => `${row.line}\n`).join(''))
}

async function exportObjects(objects: ObjectStore, client: PoolClient, archive: ArchiveWriter): Promise<number> {
  const { rows } = await client.query<{ id: string }>(`select object_id as id from (${OBJECT_IDS}) as named order by 1`)
  for (const { id } of rows) await archive.add(`objects/${id}`, await readObject(objects, id))
  return rows.length
}

async function readObject(objects: ObjectStore, id: string): Promise<Uint8Array> {
  try {
    return await objects.get(id)
  } catch (cause) {
    if (!(cause instanceof ObjectError) || isStoreOutage(cause)) throw cause
    const state = cause.code === 'OBJECT_MISSING' ? 'missing' : 'damaged'
    throw new BackupError('BACKUP_OBJECT_MISSING', `The stored object ${id} is ${state}; no backup was written.`, {
      cause,
    })
  }
}
