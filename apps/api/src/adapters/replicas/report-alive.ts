/**
 * Reports to the others that this process is alive, by a row with the time of the database. A process that stops
 * reporting loses what it holds: the view `silent_replicas` says who has (migrations/m0014-replicas.ts).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Log } from '../../ports/log.ts'
import type { KeyFingerprint, RegisteredKey } from '../../ports/server-keys.ts'
import type { Schema } from '../database/schema.ts'
import { toldTime, type DatabaseClock } from './database-clock.ts'

/** A quarter of the silence after which it is taken for dead. */
const EVERY_MS = 2000

/** What a process tells of itself. */
export interface Presence {
  readonly release: string
  readonly serverKeys: readonly KeyFingerprint[]
  /** The version with which it wraps. */
  readonly activeKey: number
  /** Jobs that it works on. */
  readonly jobs: readonly string[]
}

export interface ReportAlive {
  /** On a connection that no caller makes it wait for. */
  readonly database: Kysely<Schema>
  readonly instance: string
  readonly role: 'all' | 'api' | 'worker'
  /** Learns the time with each report. */
  readonly clock: DatabaseClock
  readonly log: Log
  readonly presence: () => Promise<Presence>
  /** With what the database says of the server keys, before it is told anew which of them this process holds. */
  readonly onServerKeys: (registered: readonly RegisteredKey[]) => Promise<void>
  /** With each report, when the database answers. */
  readonly onHeard: (heard: HeardOfOthers) => void
  /** After a report, unless the sweep after an earlier one still goes on. */
  readonly sweep: () => Promise<void>
}

/** What a report has told of the others. */
export interface HeardOfOthers {
  /** Somebody works on jobs. */
  readonly isWorking: boolean
  /** Nobody else answers calls. */
  readonly isAlone: boolean
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
  let sweeping: Promise<void> | undefined
  const sweep = () => {
    sweeping ??= needs
      .sweep()
      .catch((err: unknown) => needs.log.warn({ err }, 'Claims could not be swept.'))
      .finally(() => (sweeping = undefined))
  }
  while (!stopping.aborted) {
    try {
      needs.onHeard(await report(needs))
      // A report does not wait for what others left behind.
      sweep()
    } catch (err) {
      needs.log.warn({ err }, 'This server could not report that it is alive.')
    }
    await pause(EVERY_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
  // It works on the database, which is closed next.
  await sweeping
}

/** Those who have been gone for a day hold nothing any more. */
async function report({ database, instance, role, clock, ...needs }: ReportAlive): Promise<HeardOfOthers> {
  const { release, serverKeys, activeKey, jobs } = await needs.presence()
  const held = JSON.stringify(Object.fromEntries(serverKeys.map(({ version, fingerprint }) => [version, fingerprint])))
  const asked = clock.machine.monotonic()
  const { rows } = await sql<HeardOfOthers & { told: number; keys: readonly RegisteredKey[] }>`
    with gone as (delete from replicas where reported_at < now() - interval '1 day' and instance <> ${instance}),
    mine as (
      insert into replicas as mine (instance, reported_at, steady_since, role, release, server_keys, active_key, jobs)
      values (${instance}, now(), now(), ${role}, ${release}, ${held}::jsonb, ${activeKey}, ${jobs}::uuid[])
      on conflict (instance) do update set reported_at = now(), server_keys = excluded.server_keys,
        active_key = excluded.active_key, jobs = excluded.jobs,
        steady_since = case when mine.reported_at > now() - interval '5 seconds' then mine.steady_since else now() end
      returning ${toldTime} as told, mine.role <> 'api' or exists(
        select from replicas where role <> 'api' and reported_at > now() - interval '8 seconds') as "isWorking",
        not exists(select from replicas where role <> 'worker' and instance <> ${instance}
          and reported_at > now() - interval '8 seconds') as "isAlone"
    )
    select told, "isWorking", "isAlone", (select coalesce(json_agg(known), '[]') from (
      select version, fingerprint, state from server_keys) as known) as keys
    from mine
  `.execute(database)
  const { told, keys, ...heard } = rows[0]!
  clock.learn({ asked, told, answered: clock.machine.monotonic() })
  await needs.onServerKeys(keys)
  return heard
}
