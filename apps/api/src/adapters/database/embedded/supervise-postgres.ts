import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseError } from './database-error.ts'
import { findBinaries } from './find-binaries.ts'
import { DATABASE_USER, initialiseCluster } from './initialise-cluster.ts'
import { placeCluster } from './place-cluster.ts'
import { databaseIdentity } from './run-as.ts'
import { ensurePostgres, stopPostgres, type PostgresLaunch } from './start-postgres.ts'

/** Keys of the session locks that processes of one data directory agree on. */
const PRESENCE_LOCK = 727_801
const SERVER_LOCK = 727_802
const PRESENCE_NAME = 'rubrica-presence'
const REOPEN_ATTEMPTS = 60
const REOPEN_PAUSE_MS = 250

/** How to reach the private PostgreSQL: a Unix socket and a password. */
export interface PostgresConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface SuperviseOptions {
  readonly dataDir: string
  /** A `server` is alone on its data directory; a `tool` may work beside it, or alone. */
  readonly role: 'server' | 'tool'
  /** The database died and could not be brought back. */
  readonly onLost?: (error: unknown) => void
  /** The database died and is back. */
  readonly onRestarted?: () => void
}

export interface EmbeddedPostgres {
  readonly connection: PostgresConnection
  /** Leaves the database; the last one to leave stops it. */
  stop(): Promise<void>
}

/**
 * A private PostgreSQL for one data directory, shared by every process that works on it. Each holds one session, its
 * presence: a shared lock that says "in use", and for the server an exclusive lock that says "mine". The kernel closes
 * the session of a killed process, so no lock outlives its holder. When the session breaks, PostgreSQL died, and it is
 * brought back.
 * @throws {DatabaseError} DATABASE_IN_USE (another server), DATABASE_DAMAGED, DATABASE_VERSION, DATABASE_PLATFORM.
 */
export async function supervisePostgres(options: SuperviseOptions): Promise<EmbeddedPostgres> {
  const identity = databaseIdentity()
  const [binaries, { home, sockets }] = await Promise.all([
    findBinaries(identity),
    placeCluster(options.dataDir, identity),
  ])
  const { directory, password } = await initialiseCluster(home, binaries, identity)
  const launch: PostgresLaunch = { binaries, directory, sockets, identity }
  const connection = { host: sockets, port: 5432, user: DATABASE_USER, password, database: 'postgres' }
  const supervisor = new Supervisor(launch, connection, options)
  await supervisor.open()
  return { connection, stop: () => supervisor.stop() }
}

class Supervisor {
  readonly #launch: PostgresLaunch
  readonly #connection: PostgresConnection
  readonly #options: SuperviseOptions
  #presence: pg.Client | undefined
  #pid = 0
  #stopping = false

  constructor(launch: PostgresLaunch, connection: PostgresConnection, options: SuperviseOptions) {
    this.#launch = launch
    this.#connection = connection
    this.#options = options
  }

  async open(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      this.#pid = await ensurePostgres(this.#launch)
      try {
        this.#presence = await this.#enter()
        return
      } catch (error) {
        if (error instanceof DatabaseError) throw error
        // Caught it while it was shutting down or still coming up.
        if (attempt === REOPEN_ATTEMPTS) throw unreachable(this.#launch.directory, error)
        await pause(REOPEN_PAUSE_MS)
      }
    }
  }

  async #enter(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#connection, application_name: `${PRESENCE_NAME} ${process.pid}` })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      if (this.#options.role === 'server') await claimForServer(client, this.#options.dataDir)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.on('end', () => this.#onBroken())
    return client
  }

  #onBroken(): void {
    if (this.#stopping) return
    this.#presence = undefined
    this.open().then(
      () => this.#options.onRestarted?.(),
      (error: unknown) => this.#options.onLost?.(error),
    )
  }

  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const presence = this.#presence
    if (!presence) return
    try {
      await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
      const { rows } = await presence.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
        PRESENCE_LOCK,
      ])
      if (rows[0]?.last) await stopPostgres(this.#pid, this.#launch.directory)
    } catch {
      // The session broke: PostgreSQL is gone already.
    }
    await presence.end().catch(() => undefined)
  }
}

async function claimForServer(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [SERVER_LOCK])
  if (rows[0]?.mine) return
  const holder = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [SERVER_LOCK],
  )
  const pid = holder.rows[0]?.name.split(' ')[1]
  throw new DatabaseError(
    'DATABASE_IN_USE',
    `The data directory ${dataDir} is in use by another server${pid ? ` (process ${pid})` : ''}; stop it, or set DATA_DIR to another directory.`,
  )
}

function unreachable(directory: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new DatabaseError('DATABASE_UNREACHABLE', `The database in ${directory} does not let us in: ${reason}.`, {
    cause,
  })
}
