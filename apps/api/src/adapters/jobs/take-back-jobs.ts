/**
 * Jobs that no living process works on: of a process that died, and those whose taking a process never heard of since the
 * database went away in that moment. pg-boss runs them again only when their time is over, which is that of the longest.
 */
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** For longer than a process may be silent, and has what it took in its next report. */
const TAKEN_FOR = sql`interval '15 seconds'`

/**
 * Lets jobs be taken again that nobody holds. Of all processes that work the first alone looks, once it has reported
 * without a pause for so long that all others could have done so, too. A process of an earlier release does not say
 * what it holds: while one works, nothing is taken back.
 *
 * A job that was taken too often already is left to pg-boss, which gives it up: it may be what ends its processes.
 *
 * @returns how many
 */
export async function takeBackJobs(database: Kysely<Schema>, instance: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with working as (
      select instance, jobs, steady_since from replicas
      where role <> 'api' and reported_at > now() - interval '8 seconds'
    )
    update pgboss.job set state = 'retry', start_after = now()
    where (select instance from working order by instance limit 1) = ${instance}
      and (select steady_since < now() - interval '10 seconds' from working where instance = ${instance})
      and not exists (select from working where jobs is null)
      and state = 'active' and started_on < now() - ${TAKEN_FOR} and retry_count < retry_limit
      and id not in (select unnest(jobs) from working)`.execute(database)
  return Number(numAffectedRows ?? 0n)
}
