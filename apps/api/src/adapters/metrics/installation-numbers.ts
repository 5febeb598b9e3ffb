/**
 * Numbers of the installation as a whole. One process tells them: of those that work on jobs and report that they are
 * alive, the one that has done so for longest; where none works on jobs, of the others. When it is gone, the next one
 * does; for some seconds both may, or nobody.
 */
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { IS_SERVED } from '../database/webhooks/is-served.ts'

export interface InstallationNumbers {
  /** Seconds for which the job that has been due for longest waits, by kind. */
  readonly jobAges: Readonly<Record<string, number>>
  /** Documents whose long-term form is due. */
  readonly archivesOverdue: number
  /** Seconds for which the first of them is. */
  readonly archiveAge: number
  /** Documents whose long-term form was given up. */
  readonly archivesFailed: number
  /** Seconds since the moment up to which the log of every subscription is sealed. */
  readonly sealedAge: number
  /** Seconds for which the message to a webhook that has been due for longest waits. */
  readonly webhookAge: number
}

export interface ReadInstallationNumbers {
  readonly database: Kysely<Schema>
  /** Name of this process among the replicas. */
  readonly instance: string
  /** Every kind of job there is. */
  readonly kinds: readonly string[]
}

/** More than so many are not counted: an alarm does not need it, and the statement stays cheap. */
const MOST_COUNTED = 10_000

/** @returns undefined when another process tells them */
export async function readInstallationNumbers(
  needs: ReadInstallationNumbers,
): Promise<InstallationNumbers | undefined> {
  const teller = await sql<{ instance: string }>`
    select instance from replicas where reported_at > now() - interval '8 seconds'
    order by role = 'api', steady_since, instance limit 1`.execute(needs.database)
  if (teller.rows[0]?.instance !== needs.instance) return undefined
  return (await numbersStatement(needs.kinds).execute(needs.database)).rows[0]
}

/** Each of its parts reads an index from its beginning (see docs/operations/observability.md). */
export const numbersStatement = (kinds: readonly string[]) => sql<InstallationNumbers>`
  select
    (select json_object_agg(kind, coalesce(extract(epoch from now() - (
      select start_after from pgboss.job
      where name = kind and state < 'active' and start_after <= now() order by start_after limit 1)), 0))
      from unnest(${kinds}::text[]) as kind) as "jobAges",
    (select count(*)::int from (
      select from document_archives where due_at < now() limit ${MOST_COUNTED}) as due) as "archivesOverdue",
    coalesce(extract(epoch from now() - (
      select due_at from document_archives where due_at < now() order by due_at limit 1)), 0)::float as "archiveAge",
    (select count(*)::int from (
      select from document_archives where state = 'failed' limit ${MOST_COUNTED}) as failed) as "archivesFailed",
    coalesce((select max(extract(epoch from now() - coalesce(
      (select until from audit_heads where subscription_id = subscriptions.id order by until desc limit 1),
      created_at))) from subscriptions), 0)::float as "sealedAge",
    coalesce((select max(extract(epoch from now() - (
      select m.next_at from webhook_messages m where m.endpoint_id = e.id and m.state = 'waiting' and m.next_at <= now()
      order by m.next_at limit 1))) from webhook_endpoints e where ${IS_SERVED}), 0)::float as "webhookAge"`
