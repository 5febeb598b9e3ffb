import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Whoever calls does not wait longer for a count that only slows others down. */
const PATIENCE_MS = 1000

interface Counted {
  readonly count: number
  readonly leftMs: number
}

/**
 * Counts calls for all processes, in a table that PostgreSQL neither writes to its log nor keeps after a crash.
 * @returns counts one more under a key; undefined where that fails or takes long
 */
export function openCallCounts(database: Kysely<Schema>) {
  const count = async (key: string, windowMs: number): Promise<Counted | undefined> => {
    // Names and addresses are nobody's business once the call is over.
    const hash = createHash('sha256').update(key).digest()
    const { rows } = await sql<Counted>`
      insert into call_counts as kept (key_hash, count, expires_at)
      values (${hash}, 1, now() + ${windowMs} * interval '1 millisecond')
      on conflict (key_hash) do update set
        count = case when kept.expires_at <= now() then 1 else kept.count + 1 end,
        expires_at = case when kept.expires_at <= now() then excluded.expires_at else kept.expires_at end
      returning count, (extract(epoch from expires_at - now()) * 1000)::float8 as "leftMs"
    `.execute(database)
    return rows[0]
  }
  return (key: string, windowMs: number): Promise<Counted | undefined> =>
    Promise.race([count(key, windowMs).catch(() => undefined), pause(PATIENCE_MS, undefined, { ref: false })])
}
