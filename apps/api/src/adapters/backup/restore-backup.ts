/**
 * Imports a backup into an empty installation, all or nothing: objects first, each checked against its name, then all
 * rows in one transaction that commits only when counts and digests agree with the end of the backup.
 */
import { createHash, type Hash } from 'node:crypto'
import { Migrator, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Actor } from '../../modules/audit/installation/ports.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import { ObjectError, type ObjectStore } from '../../ports/object-store.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import {
  BACKUP_VERSION,
  BackupError,
  endShape,
  jobShape,
  manifestShape,
  type BackupEnd,
  type BackupManifest,
} from './backup-format.ts'
import { releaseAware, type SchemaSteps } from '../database/migrate.ts'
import { appendBy } from '../database/installation-log/append-installation-event.ts'
import { listTables } from './list-tables.ts'
import { ArchiveDamaged, readArchive, type ArchiveEntry } from './tar-archive.ts'
import type { BackupSummary } from './write-backup.ts'

export interface RestoreTarget<Schema> {
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly migrations: SchemaSteps
  readonly objects: ObjectStore
  readonly serverKeys: ServerKeys
  /** Opened after the rows are in, to take the jobs that were waiting. */
  readonly openQueue: (kinds: readonly string[]) => Promise<JobQueue<Kysely<Schema>>>
  readonly actor: Actor
}

/**
 * Restores the backup at `path`.
 * @throws {BackupError} and leaves the installation empty.
 */
export async function restoreBackup<Schema>(target: RestoreTarget<Schema>, path: string): Promise<BackupSummary> {
  const entries = readArchive(path)[Symbol.asyncIterator]()
  try {
    const manifest = readManifest((await entries.next()).value as ArchiveEntry | undefined)
    await checkServerKeys(manifest, target.serverKeys)
    await migrateTo(target, manifest)
    const { summary, jobs, restored, isLogged } = await importEntries({ target, manifest }, entries)
    await migrateTo(target)
    // A backup of before the log of the installation brings no table for it.
    if (!isLogged) await inOwnTransaction(target.pool, (client) => logRestored(client, restored))
    await enqueueJobs(target, jobs)
    return summary
  } catch (error) {
    if (!(error instanceof ArchiveDamaged) && !(error instanceof SyntaxError)) throw error
    throw damaged(error.message, error)
  } finally {
    await entries.return?.()
  }
}

const damaged = (what: string, cause?: unknown) =>
  new BackupError('BACKUP_DAMAGED', `The backup is damaged or incomplete (${what}); nothing was restored.`, { cause })

function readManifest(entry: ArchiveEntry | undefined): BackupManifest {
  if (entry?.name !== 'manifest.json') throw damaged('its manifest is missing')
  const parsed = manifestShape.safeParse(JSON.parse(entry.bytes.toString()))
  if (!parsed.success) throw damaged('its manifest is not one')
  if (parsed.data.version === BACKUP_VERSION) return parsed.data
  const sentence = `The backup has format ${parsed.data.version}, and this release reads format ${BACKUP_VERSION}.`
  throw new BackupError('BACKUP_VERSION', sentence)
}

async function checkServerKeys(manifest: BackupManifest, serverKeys: ServerKeys): Promise<void> {
  const here = await serverKeys.fingerprints()
  const missing = manifest.serverKeys.filter(
    ({ version, fingerprint }) => !here.some((key) => key.version === version && key.fingerprint === fingerprint),
  )
  if (missing.length === 0) return
  const list = missing.map(({ version, fingerprint }) => `version ${version} (${fingerprint.slice(0, 8)}…)`).join(', ')
  throw new BackupError(
    'BACKUP_SERVER_KEYS',
    `The backup needs the server keys of the installation it came from: ${list}; put its key file where SERVER_KEY_FILE says.`,
  )
}

/** To the schema of the backup, or, without one, to ours. */
async function migrateTo<Schema>({ db, migrations }: RestoreTarget<Schema>, manifest?: BackupManifest): Promise<void> {
  const last = manifest?.migrations.at(-1)
  if (manifest && (last === undefined || manifest.migrations.some((name) => !(name in migrations)))) {
    throw new BackupError('BACKUP_VERSION', 'The backup was made by a later release; nothing was restored.')
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => releaseAware(migrations) } })
  const { error } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error !== undefined) throw new Error('the schema could not be made', { cause: error })
}

interface ImportState {
  readonly tables: Map<string, { rows: number; hash: Hash }>
  objects: number
  jobs: Buffer
  end: BackupEnd | undefined
  /** Hex SHA-256 of the entry that says how the backup ends. */
  endDigest: string
}

interface Import<Schema> {
  readonly target: RestoreTarget<Schema>
  readonly manifest: BackupManifest
}

function importEntries<Schema>({ target, manifest }: Import<Schema>, entries: AsyncIterator<ArchiveEntry>) {
  const state: ImportState = { tables: new Map(), objects: 0, jobs: Buffer.alloc(0), end: undefined, endDigest: '' }
  return inOwnTransaction(target.pool, async (client) => {
    const known = new Set(await listTables(client))
    for (const table of known) await refuseRows(client, table)
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      await importEntry({ client, known, state, objects: target.objects }, next.value)
    }
    const summary = checkEnd(state)
    const restored = { actor: target.actor, madeAt: manifest.createdAt, endDigest: state.endDigest, ...summary }
    const isLogged = known.has('installation_chain')
    if (isLogged) await logRestored(client, restored)
    return { summary, jobs: state.jobs, restored, isLogged }
  })
}

async function inOwnTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

interface Restored extends BackupSummary {
  readonly actor: Actor
  /** ISO 8601: when the backup was begun. */
  readonly madeAt: string
  readonly endDigest: string
}

/** With which backup the installation is back: the digest is the one in the event of the backup. */
const logRestored = (client: PoolClient, { actor, ...facts }: Restored): Promise<void> =>
  appendBy((text, values) => client.query(text, values), {
    ...{ type: 'installation-restored', at: new Date(), actor },
    facts: { ...facts },
  })

async function refuseRows(client: PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(`select exists(select from "${table}") as used`)
  if (!rows[0]?.used) return
  throw new BackupError(
    'INSTALLATION_NOT_EMPTY',
    'A backup is restored into an empty installation only, and this one holds data; name another DATA_DIR or DATABASE_URL.',
  )
}

interface ImportStep {
  readonly client: PoolClient
  readonly known: ReadonlySet<string>
  readonly state: ImportState
  readonly objects: ObjectStore
}

async function importEntry(
  { client, known, state, objects }: ImportStep,
  { name, bytes }: ArchiveEntry,
): Promise<void> {
  const [folder, second] = name.split('/')
  if (folder === 'tables' && second !== undefined && known.has(second)) {
    await importRows(client, state, { table: second, bytes })
  } else if (folder === 'objects' && second !== undefined) {
    await importObject(objects, name.slice('objects/'.length), bytes)
    state.objects += 1
  } else if (name === 'jobs.ndjson') {
    state.jobs = bytes
  } else if (name === 'end.json') {
    state.end = endShape.parse(JSON.parse(bytes.toString()))
    state.endDigest = createHash('sha256').update(bytes).digest('hex')
  } else {
    throw damaged(`it holds ${name}`)
  }
}

/** What is in the way of the store is no fault of the backup. */
async function importObject(objects: ObjectStore, id: string, bytes: Buffer): Promise<void> {
  await objects.keep(id, bytes).catch((error: unknown) => {
    const isDamaged = error instanceof TypeError || (error instanceof ObjectError && error.code === 'OBJECT_DAMAGED')
    throw isDamaged ? damaged(`object ${id}`, error) : error
  })
}

async function importRows(client: PoolClient, state: ImportState, { table, bytes }: { table: string; bytes: Buffer }) {
  const lines = bytes.toString().split('\n').slice(0, -1)
  const done = state.tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
  done.hash.update(bytes)
  state.tables.set(table, { rows: done.rows + lines.length, hash: done.hash })
  await client.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::json)`, [
    `[${lines.join(',')}]`,
  ])
}

function checkEnd(state: ImportState): BackupSummary {
  const { end } = state
  if (!end) throw damaged('its end is missing')
  if (end.objects !== state.objects) throw damaged(`${end.objects} objects were written and ${state.objects} are there`)
  let rows = 0
  for (const [table, expected] of Object.entries(end.tables)) {
    const found = state.tables.get(table)
    const digest = (found?.hash ?? createHash('sha256')).digest('hex')
    if ((found?.rows ?? 0) !== expected.rows || digest !== expected.digest) throw damaged(`table ${table}`)
    rows += expected.rows
  }
  return { rows, objects: state.objects }
}

async function enqueueJobs<Schema>(target: RestoreTarget<Schema>, jobs: Buffer): Promise<void> {
  const waiting = jobs.toString().split('\n').slice(0, -1)
  if (waiting.length === 0) return
  const parsed = waiting.map((line) => jobShape.parse(JSON.parse(line)))
  const queue = await target.openQueue([...new Set(parsed.map(({ kind }) => kind))])
  for (const { kind, data, startAfter } of parsed) {
    await queue.enqueue(target.db, { kind, data, startAfter: new Date(startAfter) })
  }
  await queue.stop()
}
