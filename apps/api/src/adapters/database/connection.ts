/**
 * Opens the database: our own PostgreSQL (started or adopted) or the operator's, as a Kysely over one pool.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DatabasePlace } from '../../config/config.ts'
import { DatabaseError } from './embedded/database-error.ts'
import { supervisePostgres, type EmbeddedPostgres, type SuperviseOptions } from './embedded/supervise-postgres.ts'

const DATE_OID = 1082
const CONNECT_TIMEOUT_MS = 10_000
const RETRIED_STATES = new Set(['40001', '40P01'])
const TRANSACTION_ATTEMPTS = 4

export interface OpenOptions extends Omit<SuperviseOptions, 'dataDir'> {
  readonly poolSize: number
}

export interface OpenedDatabase<Schema> extends AsyncDisposable {
  readonly db: Kysely<Schema>
  readonly pool: pg.Pool
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
  const reach = place.kind === 'embedded' ? embedded?.connection : { connectionString: place.url.reveal() }
  const pool = new pg.Pool({
    ...reach,
    max: options.poolSize,
    application_name: 'rubrica',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  // A connection that breaks is noticed by the next statement on it, which is where a failure matters. One that is
  // lent to a transaction has no listener of the pool's, and an error that nobody listens to ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    await db.destroy()
    await embedded?.stop()
  }
  await proveItAnswers(pool, close)
  return { db, pool, embedded: embedded !== undefined, close, [Symbol.asyncDispose]: close }
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

const asText = (value: string): string => value

/** A day is text, `2026-01-31`: the driver would make it a moment, in the machine's own time zone. */
function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === DATE_OID ? asText : pg.types.getTypeParser(oid, format)
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
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
