import { sql, type Kysely } from 'kysely'
import type { RegisteredKey } from '../../../ports/server-keys.ts'
import type { Schema } from '../schema.ts'

/** A process that has reported within this time may be at work; one that ended in good order has said good-bye. */
const LIVING = '1 minute'
/** More than are named in one sentence. */
const NAMED = 3

export interface LivingReplica {
  readonly instance: string
  readonly role: string
  readonly release: string | null
  readonly seenAt: Date
  /** The fingerprint of each key that it holds, by version; null of an earlier release, which does not tell. */
  readonly keys: Readonly<Record<string, string>> | null
  /** With which it wraps. */
  readonly activeKey: number | null
}

export async function listLivingReplicas(database: Kysely<Schema>): Promise<readonly LivingReplica[]> {
  const rows = await database
    .selectFrom('replicas')
    .selectAll()
    .where('reported_at', '>', sql<Date>`now() - interval '${sql.raw(LIVING)}'`)
    .orderBy('instance')
    .execute()
  return rows.map(({ instance, role, release, reported_at: seenAt, server_keys: keys, active_key: activeKey }) => ({
    ...{ instance, role, release, seenAt, keys, activeKey },
  }))
}

/** Living replicas that lack a key, or that wrap with one still. Of those that do not tell, it is supposed. */
export async function findLaggards(
  database: Kysely<Schema>,
  wanted: { readonly key: RegisteredKey } | { readonly wrapsWith: number },
): Promise<readonly LivingReplica[]> {
  const living = await listLivingReplicas(database)
  return living.filter((replica) =>
    'key' in wanted
      ? replica.keys?.[wanted.key.version] !== wanted.key.fingerprint
      : replica.activeKey === null || replica.activeKey === wanted.wrapsWith,
  )
}

/** In words for an operator. */
export function tellLaggards(replicas: readonly LivingReplica[]): string {
  const named = replicas.slice(0, NAMED).map(({ instance, role, seenAt, keys }) => {
    const old = keys === null ? ', of an earlier release' : ''
    return `${instance} (${role}${old}, seen ${seenAt.toISOString()})`
  })
  const more = replicas.length > NAMED ? ` and ${replicas.length - NAMED} more` : ''
  return `Waiting for ${named.join(', ')}${more}.`
}
