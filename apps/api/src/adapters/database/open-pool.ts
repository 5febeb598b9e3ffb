import type { Socket } from 'node:net'
import pg from 'pg'
import type { ConnectionConfig } from '../../config/read-database.ts'
import { refuseUnreplicated } from './doubtful-commits.ts'
import { prepareMarked } from './prepared-statements.ts'

const DATE_OID = 1082
const CONNECT_TIMEOUT_MS = 10_000
/** A lock is given up before its statement is, so that the error says which of the two it was. */
const LOCK_SHARE = 2 / 3
/** PostgreSQL itself says that a statement took too long, when it can still say anything. */
const SILENCE_SHARE = 4 / 3

/** A connection that is made anew costs more than one that waits: its process, its log-in, and what it had prepared. */
const IDLE_MS = 60_000
/** After a failover connections spread over the machines again. */
const MAX_LIFETIME_SECONDS = 600

interface PoolLimits extends Partial<ConnectionConfig> {
  /**
   * PostgreSQL ends a statement after so long, and a wait for a lock somewhat sooner; without it neither ends by
   * itself. A connection that is silent for longer is destroyed, as when the machine behind it stopped.
   */
  readonly statementMs?: number | undefined
}

/** @param config how to reach the database, and how many connections to it */
export function openPool(config: pg.PoolConfig, limits: PoolLimits = {}): pg.Pool {
  const { statementMs, prepares = true, sendsLimits = true } = limits
  const silenceMs = statementMs && Math.ceil(statementMs * SILENCE_SHARE)
  const pool = new pg.Pool({
    ...config,
    application_name: 'rubrica',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    ...(statementMs &&
      sendsLimits && {
        statement_timeout: statementMs,
        lock_timeout: Math.ceil(statementMs * LOCK_SHARE),
        idle_in_transaction_session_timeout: silenceMs,
      }),
  })
  // A connection that breaks is noticed by the next statement on it, which is where a failure matters. One that is
  // lent to a transaction has no listener of the pool's, and an error that nobody listens to ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (prepares) prepareMarked(client)
    refuseUnreplicated(client)
  })
  if (silenceMs) destroyWhenSilent(pool, silenceMs)
  return pool
}

/**
 * The driver's own `query_timeout` gives the caller an error and the connection, whose answer may still come, to the
 * next one. A destroyed connection fails all that waits on it, and the pool replaces it. One that waits in the pool is
 * silent by right.
 */
function destroyWhenSilent(pool: pg.Pool, silenceMs: number): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client)
    stream.on('timeout', () => stream.destroy(new Error('Connection terminated because it was silent')))
  })
  pool.on('acquire', (client) => streamOf(client).setTimeout(silenceMs))
  pool.on('release', (_, client) => streamOf(client).setTimeout(0))
}

/** The driver's types do not know the socket, which is the encrypted one by now where there is one. */
const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

const asText = (value: string): string => value

/** A day is text, `2026-01-31`: the driver would make it a moment, in the machine's own time zone. */
function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === DATE_OID ? asText : pg.types.getTypeParser(oid, format)
}
