/**
 * Opens the database: our own PostgreSQL (started or adopted) or the operator's, as a Kysely over one pool.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { ConnectionConfig, DatabasePlace } from '../../config/read-database.ts'
import { takeLock } from './advisory-locks.ts'
import { DatabaseError } from './embedded/database-error.ts'
import { openPool } from './open-pool.ts'
import { supervisePostgres, type EmbeddedPostgres, type SuperviseOptions } from './embedded/supervise-postgres.ts'

/** A readiness probe does not wait as long as a caller would. */
const PROBE_MS = 5000
const RETRIED_STATES = new Set(['40001', '40P01'])
const TRANSACTION_ATTEMPTS = 4

export interface OpenOptions extends Omit<SuperviseOptions, 'dataDir'> {
  readonly poolSize: number
  /**
   * A statement may take so long, for a server, whose callers are asked to come back; without it, as long as it takes.
   */
  readonly statementMs?: number
  /** What connections may ask; everything unless said otherwise. */
  readonly connections?: ConnectionConfig
  /** Told of each new connection that serves callers or their unhurried work. */
  readonly onConnect?: ((client: pg.PoolClient) => void) | undefined
}

export interface OpenedDatabase<Schema> extends AsyncDisposable {
  readonly db: Kysely<Schema>
  readonly pool: pg.Pool
  /** Does what may take as long as it takes, such as a migration, on connections of its own without limits. */
  unlimited<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** One connection more, for what must not wait until a caller lets go of one. */
  readonly upkeep: Kysely<Schema>
  /**
   * Does what only one process may do at a time, such as making what an empty database lacks. A process that comes
   * meanwhile waits; a process that dies makes room. Must not be called within itself.
   */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** True for our own PostgreSQL below the data directory. */
  readonly embedded: boolean
  close(): Promise<void>
}

/**
 * Opens a database and proves that it answers.
 * @throws {DatabaseError} whose message is one sentence for the operator.
 */
export async function openDatabase<Schema>(
  place: DatabasePlace,
  options: OpenOptions,
): Promise<OpenedDatabase<Schema>> {
  const embedded = place.kind === 'embedded' ? await openEmbedded(place.dataDir, options) : undefined
  const ways = place.kind === 'embedded' ? inPlace(embedded?.connection) : waysTo(place, options.role)
  const { statementMs, connections = EVERYTHING } = options
  const limits = { statementMs, ...connections }
  const told = (pool: pg.Pool) => (options.onConnect ? pool.on('connect', options.onConnect) : pool)
  const pool = told(openPool({ ...ways.usual, max: options.poolSize }, limits))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const upkeep = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool({ ...ways.usual, max: 1 }, limits) }),
  })
  const unlimited = async <T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
    await using own = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: told(openPool({ ...ways.direct, max: 2 })) }),
    })
    return await work(own)
  }
  const alone = <T>(work: () => Promise<T>) => unlimited((own) => holdAlone(own, work))
  const close = async (): Promise<void> => {
    await Promise.all([db.destroy(), upkeep.destroy()])
    await embedded?.stop()
  }
  await proveItAnswers(pool, close)
  return { db, pool, upkeep, unlimited, alone, embedded: embedded !== undefined, close, [Symbol.asyncDispose]: close }
}

const EVERYTHING: ConnectionConfig = { prepares: true, sendsLimits: true }

interface Ways {
  readonly usual: pg.PoolConfig | undefined
  /** Past any pooler: for what may take long, and for what needs a connection to itself. */
  readonly direct: pg.PoolConfig | undefined
}

const inPlace = (connection: pg.PoolConfig | undefined): Ways => ({ usual: connection, direct: connection })

/** A tool migrates, or reads all of a database in one go. */
function waysTo({ url, adminUrl = url }: DatabasePlace & { kind: 'external' }, role: OpenOptions['role']): Ways {
  const direct = { connectionString: adminUrl.reveal() }
  return { usual: role === 'tool' ? direct : { connectionString: url.reveal() }, direct }
}

/**
 * The lock is a transaction's, which every kind of connection pooler keeps on one connection. It lasts as long as the
 * work does, however long that is, and no longer than the process: a machine that is gone without a word is given up
 * after half a minute.
 */
function holdAlone<Schema, T>(own: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  return own.transaction().execute(async (transaction) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('statement_timeout', '0', true), set_config('tcp_keepalives_idle', '15', true),
      set_config('tcp_keepalives_interval', '5', true), set_config('tcp_keepalives_count', '3', true)`.execute(
      transaction,
    )
    await takeLock(transaction, 'operatorAlone')
    return await work()
  })
}

async function openEmbedded(dataDir: string, options: OpenOptions): Promise<EmbeddedPostgres> {
  try {
    return await supervisePostgres({ ...options, dataDir })
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseError('DATABASE_NOT_STARTED', `The data directory ${dataDir} cannot be used: ${reason}.`, {
      cause: error,
    })
  }
}

async function proveItAnswers(pool: pg.Pool, close: () => Promise<void>): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    await close().catch(() => undefined)
    const reason = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : 'no reason'
    throw new DatabaseError('DATABASE_UNREACHABLE', `The database of DATABASE_URL does not answer: ${reason}.`, {
      cause,
    })
  }
}

export interface TransactionOptions {
  /** `repeatable read` sees one snapshot of the whole database. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
}

/**
 * Runs `work` in one transaction. A transaction that PostgreSQL itself gave up (serialization failure, deadlock) is
 * run again, so `work` must have no effect outside the database.
 */
export async function inTransaction<Schema, T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db
        .transaction()
        .setIsolationLevel(options.isolation ?? 'read committed')
        .execute(work)
    } catch (error) {
      const state = (error as { code?: string }).code ?? ''
      if (attempt === TRANSACTION_ATTEMPTS || !RETRIED_STATES.has(state)) throw error
    }
  }
}

/** Whether the database answers now, for the readiness probe. */
export async function databaseAnswers<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, pause(PROBE_MS, false, { ref: false })])
}
