/**
 * Brings everything that a server key wraps under the active key, without any PIN: only the outer layer changes. Safe
 * beside a running server, because each row is replaced only if it still holds what was read.
 */
import { sql, type Kysely } from 'kysely'
import { wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import { auditKeyBinding } from '../audit-keys/open-head-signer.ts'
import type { Schema } from '../database/schema.ts'
import { vaultKeyBinding } from '../key-vault/wrapped-keys.ts'
import { dataKeyBinding } from '../object-store/document-objects.ts'
import { tokenKeyBinding } from '../tokens/jwt-tokens.ts'

const BATCH = 500

interface WrappedRow {
  readonly id: string
  readonly owner: string
  readonly wrapped: Buffer
}

interface WrappedColumn {
  readonly table: string
  readonly column: string
  /** SQL of the second name that a value is bound to, where there is one. */
  readonly owner?: string
  readonly version?: string
  readonly binding: (row: WrappedRow) => string
}

const COLUMNS: readonly WrappedColumn[] = [
  { table: 'documents', column: 'wrapped_data_key', binding: ({ id }) => dataKeyBinding(id) },
  {
    table: 'certificates',
    column: 'wrapped_key',
    owner: 'user_id',
    version: 'server_key_version',
    binding: ({ id, owner }) => vaultKeyBinding({ userId: owner, certificateId: id }),
  },
  { table: 'token_keys', column: 'wrapped_private_key', binding: ({ id }) => tokenKeyBinding(id) },
  { table: 'audit_keys', column: 'wrapped_private_key', binding: ({ id }) => auditKeyBinding(id) },
]

/** @returns how many values were wrapped anew. */
export async function rewrapStoredValues(db: Kysely<Schema>, serverKeys: ServerKeys): Promise<number> {
  let rewrapped = 0
  for (const column of COLUMNS) rewrapped += await rewrapColumn(db, serverKeys, column)
  return rewrapped
}

async function rewrapColumn(db: Kysely<Schema>, serverKeys: ServerKeys, column: WrappedColumn): Promise<number> {
  const active = await serverKeys.activeVersion()
  let rewrapped = 0
  for (let after = ''; ;) {
    const rows = await readBatch(db, column, after)
    const last = rows.at(-1)
    if (!last) return rewrapped
    after = last.id
    for (const row of rows.filter(({ wrapped }) => wrappedKeyVersion(wrapped) !== active)) {
      const binding = column.binding(row)
      const wrapped = await serverKeys.wrap(await serverKeys.unwrap(row.wrapped, binding), binding)
      await replace(db, column, { ...row, fresh: Buffer.from(wrapped) })
      rewrapped += 1
    }
  }
}

async function readBatch(db: Kysely<Schema>, { table, column, owner }: WrappedColumn, after: string) {
  const wrapped = sql.ref(column)
  const { rows } = await sql<WrappedRow>`
    select id::text as id, ${owner === undefined ? sql.lit('') : sql`${sql.ref(owner)}::text`} as owner, ${wrapped} as wrapped
    from ${sql.table(table)} where ${wrapped} is not null and id::text > ${after} order by id::text limit ${BATCH}
  `.execute(db)
  return rows
}

async function replace(
  db: Kysely<Schema>,
  { table, column, version }: WrappedColumn,
  row: WrappedRow & { fresh: Buffer },
) {
  const alsoVersion = version === undefined ? sql`` : sql`, ${sql.ref(version)} = ${wrappedKeyVersion(row.fresh)}`
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row.fresh} ${alsoVersion}
    where id::text = ${row.id} and ${sql.ref(column)} = ${row.wrapped}`.execute(db)
}
