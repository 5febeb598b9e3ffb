/**
 * Brings everything that a server key wraps under the active key, without any PIN: only the outer layer changes. Safe
 * beside a running server, because each row is replaced only if it still holds what was read. How far each column has
 * come is kept, so that a run that was cut off goes on there.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ServerKeyError, wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import type { Schema } from '../database/schema.ts'
import { WRAPPED_COLUMNS, type WrappedColumn } from './wrapped-columns.ts'

const PAGE = 500

interface WrappedRow {
  /** The values of `key`, and of `owner` behind them, as texts. */
  readonly names: readonly string[]
  readonly wrapped: Buffer
}

export interface Rewrapped {
  /** Values that were wrapped anew. */
  readonly rewrapped: number
  /** Values that their key does not open; they are as they were. */
  readonly unopened: number
}

/** After each page; throwing ends the run, and the next one goes on behind it. */
export type OnPage = (done: Rewrapped) => void

export async function rewrapStoredValues(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  onPage: OnPage = () => undefined,
): Promise<Rewrapped> {
  const active = await serverKeys.activeVersion()
  const run: Run = { database, serverKeys, active, onPage, done: { rewrapped: 0, unopened: 0 } }
  for (const column of WRAPPED_COLUMNS) await rewrapColumn(run, column)
  await database.deleteFrom('server_key_rewraps').where('version', '=', active).execute()
  return run.done
}

/**
 * Opens one value of each column, as proof that these are the keys of what is stored.
 * @throws {ServerKeyError} SERVER_KEY_FOREIGN
 */
export async function proveKeysOpen(database: Kysely<Schema>, serverKeys: ServerKeys & { path: string }) {
  for (const column of WRAPPED_COLUMNS) {
    const [row] = await readPage(database, column, { after: [], most: 1 })
    if (!row) continue
    await serverKeys.unwrap(row.wrapped, column.binding(...row.names)).catch((cause: unknown) => {
      throw new ServerKeyError(
        'SERVER_KEY_FOREIGN',
        `The server key file ${serverKeys.path} does not open what is stored in ${column.table}; put the installation's key file there.`,
        { cause },
      )
    })
  }
}

interface Run {
  readonly database: Kysely<Schema>
  readonly serverKeys: ServerKeys
  readonly active: number
  readonly onPage: OnPage
  done: Rewrapped
}

async function rewrapColumn(run: Run, column: WrappedColumn): Promise<void> {
  const { database, active } = run
  const place = `${column.table}.${column.column}`
  let after = await readPlace(run, place)
  for (;;) {
    const rows = await readPage(database, column, { after, most: PAGE, unlike: active })
    const last = rows.at(-1)
    if (!last) return
    for (const row of rows) await rewrapRow(run, column, row)
    after = last.names.slice(0, keyOf(column).length)
    await keepPlace(run, place, after)
    run.onPage(run.done)
  }
}

async function rewrapRow(run: Run, column: WrappedColumn, row: WrappedRow): Promise<void> {
  const { database, serverKeys, done } = run
  const binding = column.binding(...row.names)
  const plain = await serverKeys.unwrap(row.wrapped, binding).catch((error: unknown) => {
    if (error instanceof ServerKeyError) return undefined
    throw error
  })
  if (plain) await replace(database, column, { ...row, fresh: Buffer.from(await serverKeys.wrap(plain, binding)) })
  run.done = plain ? { ...done, rewrapped: done.rewrapped + 1 } : { ...done, unopened: done.unopened + 1 }
}

const keyOf = ({ key = ['id'] }: WrappedColumn) => key

async function readPlace({ database, active }: Run, place: string): Promise<readonly string[]> {
  const row = await database
    .selectFrom('server_key_rewraps')
    .select('after')
    .where('place', '=', place)
    .where('version', '=', active)
    .executeTakeFirst()
  return row?.after ?? []
}

async function keepPlace({ database, active }: Run, place: string, after: readonly string[]): Promise<void> {
  const row = { place, version: active, after: JSON.stringify(after) }
  await database
    .insertInto('server_key_rewraps')
    .values(row)
    .onConflict((conflict) => conflict.column('place').doUpdateSet(row))
    .execute()
}

interface PageWish {
  /** The key of the row before it; none for the first page. */
  readonly after: readonly string[]
  readonly most: number
  /** Without what this version wrapped. */
  readonly unlike?: number
}

/** In the order of the key, which an index has. */
async function readPage(database: Kysely<Schema>, column: WrappedColumn, { after, most, unlike }: PageWish) {
  const wrapped = sql.ref(column.column)
  const key = sql.join(keyOf(column).map((name) => sql.ref(name)))
  const names = [...keyOf(column), ...(column.owner === undefined ? [] : [column.owner])]
  const behind = after.length === 0 ? sql`` : sql`and (${key}) > (${sql.join(after)})`
  const other = unlike === undefined ? sql`` : sql`and ${isOfVersion(wrapped, unlike)} is not true`
  const { rows } = await sql<WrappedRow>`
    select array[${sql.join(names.map((name) => sql`${sql.ref(name)}::text`))}] as names, ${wrapped} as wrapped
    from ${sql.table(column.table)} where ${wrapped} is not null ${other} ${behind} order by ${key} limit ${sql.lit(most)}
  `.execute(database)
  return rows
}

/** SQL: whether this version wrapped the value. */
export const isOfVersion = (wrapped: RawBuilder<unknown>, version: number) =>
  sql<boolean>`substring(${wrapped} from 2 for 4) = int4send(${sql.lit(version)})`

async function replace(
  database: Kysely<Schema>,
  column: WrappedColumn,
  row: WrappedRow & { readonly fresh: Buffer },
): Promise<void> {
  const wrapped = sql.ref(column.column)
  const key = sql.join(keyOf(column).map((name) => sql.ref(name)))
  const alsoVersion =
    column.version === undefined ? sql`` : sql`, ${sql.ref(column.version)} = ${wrappedKeyVersion(row.fresh)}`
  await sql`update ${sql.table(column.table)} set ${wrapped} = ${row.fresh} ${alsoVersion}
    where (${key}) = (${sql.join(row.names.slice(0, keyOf(column).length))}) and ${wrapped} = ${row.wrapped}`.execute(
    database,
  )
}
