import { sql, type Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { isOfVersion } from './rewrap-stored-values.ts'
import { WRAPPED_COLUMNS } from './wrapped-columns.ts'

/** Octets before what is wrapped, of a one-time code: its MAC. */
const BEFORE_CODE = 32

/**
 * The places where something is left that this version of the server key wrapped, in words. Besides what is wrapped anew
 * by a command there are two that end by themselves within hours: one-time codes, and mails that wait to be sent.
 */
export async function findCarriers(database: Kysely<Schema>, version: number): Promise<readonly string[]> {
  const places: string[] = []
  for (const { table, column } of WRAPPED_COLUMNS) {
    if (places.includes(table)) continue
    if (await hasRow(database, sql`${sql.table(table)} where ${isOfVersion(sql.ref(column), version)}`))
      places.push(table)
  }
  const code = sql`substring(code_hash from ${sql.lit(BEFORE_CODE + 1)})`
  if (await hasRow(database, sql`one_time_codes where ${isOfVersion(code, version)}`)) places.push('one_time_codes')
  if (await hasWaitingMail(database, version)) places.push('mails that wait to be sent')
  return places
}

/** @see requestMailByJob, which wraps the name that a recovery is asked for with */
async function hasWaitingMail(database: Kysely<Schema>, version: number): Promise<boolean> {
  if (!(await hasRow(database, sql`(select to_regclass('pgboss.job') as job) as known where job is not null`)))
    return false
  const sealed = sql`decode(data->>'sealedName', 'base64')`
  return hasRow(
    database,
    sql`pgboss.job where name = 'send-recovery-mail' and state in ('created', 'retry', 'active')
      and ${isOfVersion(sealed, version)}`,
  )
}

async function hasRow(database: Kysely<Schema>, from: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select from ${from} limit 1`.execute(database)
  return rows.length > 0
}
