/**
 * Reports to the others that this process is alive, by a row with the time of the database. A process that stops
 * reporting loses what it holds: the view `silent_replicas` says who has (migrations/m0014-replicas.ts).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Log } from '../../ports/log.ts'
import type { Schema } from '../database/schema.ts'

/** A quarter of the silence after which it is taken for dead. */
const EVERY_MS = 2000

export interface ReportAlive {
  /** On a connection that no caller makes it wait for. */
  readonly database: Kysely<Schema>
  readonly instance: string
  readonly log: Log
  /** After each report, when the database answers. */
  readonly onReported: () => Promise<void>
}

export interface ReplicaReport {
  /** Says good-bye, once nothing is held any more. */
  stop(): Promise<void>
}

/** Reports once, and from then on until it is stopped. */
export async function reportAlive(needs: ReportAlive): Promise<ReplicaReport> {
  const stopping = new AbortController()
  await report(needs)
  const done = loop(needs, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await done
      await needs.database
        .deleteFrom('replicas')
        .where('instance', '=', needs.instance)
        .execute()
        .catch(() => undefined)
    },
  }
}

async function loop(needs: ReportAlive, stopping: AbortSignal): Promise<void> {
  let isBusy = false
  const follow = async () => {
    if (isBusy) return
    isBusy = true
    await needs.onReported().catch((err: unknown) => needs.log.warn({ err }, 'Claims could not be swept.'))
    isBusy = false
  }
  while (!stopping.aborted) {
    try {
      await report(needs)
      // A report does not wait for what others left behind.
      void follow()
    } catch (err) {
      needs.log.warn({ err }, 'This server could not report that it is alive.')
    }
    await pause(EVERY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}

/** Those who have been gone for a day hold nothing any more. */
async function report({ database, instance }: ReportAlive): Promise<void> {
  await sql`
    with gone as (delete from replicas where reported_at < now() - interval '1 day' and instance <> ${instance})
    insert into replicas as mine (instance, reported_at, steady_since) values (${instance}, now(), now())
    on conflict (instance) do update set reported_at = now(),
      steady_since = case when mine.reported_at > now() - interval '5 seconds' then mine.steady_since else now() end
  `.execute(database)
}
