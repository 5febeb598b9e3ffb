import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { openDatabase, type OpenedDatabase } from '../adapters/database/connection.ts'
import { readInstallationId } from '../adapters/database/objects/installation-id.ts'
import { openDocumentBytes } from '../adapters/database/pending-documents/document-bytes.ts'
import { migrateToLatest, requireSchema } from '../adapters/database/migrate.ts'
import { migrations } from '../adapters/database/migrations/index.ts'
import type { Schema } from '../adapters/database/schema.ts'
import type { Logger } from '../adapters/log/open-log.ts'
import type { Metrics } from '../adapters/metrics/open-metrics.ts'
import { watchObjects } from '../adapters/metrics/watch-objects.ts'
import { keepObjects } from '../adapters/object-store/keep-objects.ts'
import { openObjectStore } from '../adapters/object-store/open-object-store.ts'
import { openDocumentObjects } from '../adapters/object-store/document-objects.ts'
import { nameOperator } from '../adapters/operating-system/name-operator.ts'
import { DatabaseClock, setClock } from '../adapters/replicas/database-clock.ts'
import { OwedWrites, type Replica } from '../adapters/replicas/owed-writes.ts'
import { reportLostObjects } from '../adapters/object-store/report-lost-objects.ts'
import type { FileServerKeys } from '../adapters/server-keys/file-server-keys.ts'
import { openInstallationKeys } from '../adapters/server-keys/open-installation-keys.ts'
import { keyFilePlace } from './key-file-place.ts'
import { traceProviders } from '../adapters/tracing/trace-providers.ts'
import { traceStatements } from '../adapters/tracing/trace-statements.ts'
import { openPlace, type Place } from './place.ts'
import { openProviders } from './providers.ts'
import { aroundObjectCalls, openTelling } from './telling.ts'
import type { Config } from '../config/config.ts'
import type { Actor } from '../modules/audit/installation/ports.ts'
import type { DocumentBytes } from '../modules/pending-documents/ports.ts'
import type { Providers } from '../modules/provider-accounts/ports.ts'
import type { DocumentObjects, ObjectError, ObjectStore } from '../ports/object-store.ts'
import type { Tracing } from '../ports/tracing.ts'

/** What every use case stands on: opened once per process, closed by its opener. */
export interface Foundation extends AsyncDisposable {
  readonly config: Config
  readonly log: Logger
  readonly opened: OpenedDatabase<Schema>
  readonly database: Kysely<Schema>
  readonly serverKeys: FileServerKeys
  readonly providers: Providers
  readonly store: ObjectStore
  readonly objects: DocumentObjects
  /** Octets of objects that are in memory. */
  readonly keptOctets: () => number
  readonly bytes: DocumentBytes
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  /** The time of the database: one clock decides for all processes. */
  readonly now: () => Date
  readonly clock: DatabaseClock
  readonly replica: Replica
  readonly place: Place
  /** Who does what no person of the portal does. */
  readonly actor: Actor
}

export interface FoundationOptions {
  readonly config: Config
  readonly log?: Logger
  /** Without them every provider is off, as for a tool. */
  readonly providers?: Providers
  /** A server is alone on its data directory, a tool may work beside it. */
  readonly role: 'server' | 'tool'
  /** Makes the first server key, where nothing is stored. A server with a database of its own does so by itself. */
  readonly makesKeys?: boolean
  /** The embedded database died and could not be brought back. */
  readonly onLost?: (error: unknown) => void
}

/** Opens database, server keys and object store, and brings the schema up to date. */
export async function openFoundation({ config, role, ...options }: FoundationOptions): Promise<Foundation> {
  const instance = randomUUID()
  const telling = await openTelling({ config, role, instance, log: options.log })
  const { log, metrics, tracing } = telling
  const providers = options.providers ?? openProviders()
  const opened = await openDatabase<Schema>(config.database, {
    role,
    poolSize: config.poolSize,
    ...(role === 'server' && { statementMs: config.statementMs, connections: config.connections }),
    onLost: options.onLost,
    onRestarted: () => log.warn('The database had died and is back.'),
    onConnect: tracing && ((client) => traceStatements(tracing, client)),
  })
  try {
    const database = opened.db
    const clock = new DatabaseClock()
    await setClock(clock, database)
    const serverKeys = await opened.alone(async () => {
      if (config.migrates) await opened.unlimited((db) => migrateToLatest(db, migrations))
      else await requireSchema(opened.db, migrations)
      return openInstallationKeys(database, {
        ...{ ...keyFilePlace(config), isEmpty: await isEmpty(database) },
        mayCreate: options.makesKeys ?? (opened.embedded || config.demo !== undefined),
      })
    })
    const space = await openObjectStore(config.objects)
    if (role === 'server' && config.objects.kind === 's3') await space.check(await readInstallationId(database))
    const store = watchObjects(space.store, aroundObjectCalls(telling))
    const lost = reportLostObjects((error) => alarm(metrics, log, error))
    const { objects, keptOctets } = openObjects({ config, role }, { store, serverKeys, lost })
    const bytes = openDocumentBytes(database, objects)
    return {
      config,
      log,
      opened,
      database,
      serverKeys,
      providers: tracing ? traceProviders(providers, tracing) : providers,
      store,
      objects,
      keptOctets,
      bytes: role === 'tool' ? bytes : { load: (...which) => bytes.load(...which).catch(lost) },
      metrics,
      tracing,
      now: clock.now,
      clock,
      replica: { instance, owed: new OwedWrites(log) },
      place: openPlace(config),
      actor: role === 'tool' ? { by: 'operator', name: nameOperator(process.env) } : { by: 'server' },
      [Symbol.asyncDispose]: async () => {
        await opened.close().finally(() => space[Symbol.dispose]())
        await tracing?.close().catch(() => undefined)
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Of a bucket; enough for the documents that a hundred people have open. */
const KEPT_OCTETS = 64 * 1024 * 1024

interface OpeningObjects extends Pick<Foundation, 'store' | 'serverKeys'> {
  readonly lost: (error: unknown) => never
}

/** A tool says itself which object it has not found, and has each from where it is stored. */
function openObjects(
  { config, role }: Pick<FoundationOptions, 'config' | 'role'>,
  { store, serverKeys, lost }: OpeningObjects,
): Pick<Foundation, 'objects' | 'keptOctets'> {
  if (role === 'tool') return { objects: openDocumentObjects(store, serverKeys), keptOctets: () => 0 }
  // What is on a disk the system keeps in memory by itself.
  const kept = config.objects.kind === 's3' ? keepObjects(store, KEPT_OCTETS) : undefined
  const objects = openDocumentObjects(kept ?? store, serverKeys)
  return {
    objects: { ...objects, read: (key, objectId) => objects.read(key, objectId).catch(lost) },
    keptOctets: () => kept?.keptOctets() ?? 0,
  }
}

function alarm(metrics: Metrics, log: Logger, error: ObjectError): void {
  metrics.happened('object-damaged')
  log.error({ objectId: error.objectId, code: error.code }, 'A stored object is missing or damaged; see backup.md.')
}

/** Whether nothing is stored yet that only the server's key opens. */
async function isEmpty(database: Kysely<Schema>): Promise<boolean> {
  const result = await sql<{ empty: boolean }>`
    select not exists(select 1 from token_keys) and not exists(select 1 from documents)
      and not exists(select 1 from certificates) and not exists(select 1 from audit_keys) as empty
  `.execute(database)
  return result.rows[0]?.empty ?? false
}
