/**
 * Brings everything that a server key wraps under the active key, without any PIN: only the outer layer changes. Safe
 * beside a running server, because each row is replaced only if it still holds what was read.
 */
import { sql, type Kysely } from 'kysely'
import { wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import { auditKeyBinding } from '../audit-keys/open-head-signer.ts'
import { sealKeyBinding } from '../evidence-files/open-seal.ts'
import { bulkSendBinding } from '../database/bulk-sends/sealed-sheets.ts'
import { draftBinding } from '../database/drafts/draft-store.ts'
import { grantBinding } from '../database/grants/grant-store.ts'
import { errandBinding } from '../database/errands/errand-store.ts'
import { preparationBinding } from '../database/signing/preparation-store.ts'
import { accountBinding } from '../database/provider-accounts/provider-account-store.ts'
import { stepBinding } from '../database/provider-accounts/provider-step-store.ts'
import { signatureSessionBinding } from '../database/signing/signature-session-store.ts'
import type { Schema } from '../database/schema.ts'
import { templateBinding } from '../database/templates/template-store.ts'
import { verificationCodeBinding } from '../database/verification/verification-code-store.ts'
import { vaultKeyBinding } from '../key-vault/wrapped-keys.ts'
import { dataKeyBinding } from '../object-store/document-objects.ts'
import { tokenKeyBinding } from '../tokens/jwt-tokens.ts'

const BATCH = 500

interface WrappedRow {
  /** The row's key as one text, in the order of `key`. */
  readonly id: string
  /** The values of `key`, and of `owner` behind them. */
  readonly names: readonly string[]
  readonly wrapped: Buffer
}

interface WrappedColumn {
  readonly table: string
  readonly column: string
  /** Columns that identify a row: `id`, unless said otherwise. */
  readonly key?: readonly string[]
  /** A further column that a value is bound to, where there is one. */
  readonly owner?: string
  readonly version?: string
  readonly binding: (...names: string[]) => string
}

const COLUMNS: readonly WrappedColumn[] = [
  { table: 'documents', column: 'wrapped_data_key', binding: (id) => dataKeyBinding(id) },
  { table: 'uploads', column: 'wrapped_data_key', binding: (id) => dataKeyBinding(id) },
  {
    table: 'certificates',
    column: 'wrapped_key',
    owner: 'user_id',
    version: 'server_key_version',
    binding: (certificateId, userId) => vaultKeyBinding({ userId, certificateId }),
  },
  { table: 'token_keys', column: 'wrapped_private_key', binding: (id) => tokenKeyBinding(id) },
  { table: 'audit_keys', column: 'wrapped_private_key', binding: (id) => auditKeyBinding(id) },
  { table: 'seal_keys', column: 'wrapped_private_key', binding: (id) => sealKeyBinding(id) },
  {
    table: 'provider_accounts',
    column: 'sealed_state',
    key: ['user_id', 'provider'],
    version: 'server_key_version',
    binding: (userId, provider) => accountBinding({ userId, provider }),
  },
  {
    table: 'provider_steps',
    column: 'sealed_state',
    key: ['user_id', 'provider'],
    binding: (userId, provider) => stepBinding({ userId, provider }),
  },
  {
    table: 'signature_preparations',
    column: 'sealed_prepared',
    key: ['signer_id', 'certificate_id'],
    owner: 'base_revision',
    binding: (signerId, certificateId, base) =>
      preparationBinding({ signerId, certificateId, baseRevision: Number(base) }),
  },
  { table: 'signature_sessions', column: 'sealed_state', binding: (id) => signatureSessionBinding(id) },
  { table: 'errands', column: 'sealed_data', binding: (id) => errandBinding(id) },
  { table: 'drafts', column: 'sealed_content', binding: (id) => draftBinding(id) },
  {
    table: 'verification_codes',
    column: 'wrapped_code',
    key: ['document_id'],
    binding: (documentId) => verificationCodeBinding(documentId),
  },
  { table: 'drafts', column: 'sealed_summary', binding: (id) => draftBinding(id) },
  {
    table: 'template_versions',
    column: 'sealed_content',
    key: ['template_id', 'version'],
    binding: (id, version) => templateBinding(id, Number(version)),
  },
  {
    table: 'template_versions',
    column: 'sealed_summary',
    key: ['template_id', 'version'],
    binding: (id, version) => templateBinding(id, Number(version)),
  },
  {
    table: 'template_files',
    column: 'wrapped_data_key',
    owner: 'key_name',
    binding: (_id, name) => dataKeyBinding(name),
  },
  { table: 'bulk_sends', column: 'sealed_plan', binding: (id) => bulkSendBinding(id) },
  {
    table: 'bulk_send_rows',
    column: 'sealed_cells',
    key: ['bulk_send_id', 'number'],
    binding: (id) => bulkSendBinding(id),
  },
  { table: 'grants', column: 'sealed_key', binding: (id) => grantBinding(id) },
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
      const binding = column.binding(...row.names)
      const wrapped = await serverKeys.wrap(await serverKeys.unwrap(row.wrapped, binding), binding)
      await replace(db, column, { ...row, fresh: Buffer.from(wrapped) })
      rewrapped += 1
    }
  }
}

/** SQL of a row's key as one text; what separates the parts is in none of them. */
const idOf = ({ key = ['id'] }: WrappedColumn) =>
  sql<string>`concat_ws('/', ${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))})`

async function readBatch(db: Kysely<Schema>, column: WrappedColumn, after: string) {
  const wrapped = sql.ref(column.column)
  const id = idOf(column)
  const names = [...(column.key ?? ['id']), ...(column.owner === undefined ? [] : [column.owner])]
  const { rows } = await sql<WrappedRow>`
    select ${id} as id, array[${sql.join(names.map((name) => sql`${sql.ref(name)}::text`))}] as names, ${wrapped} as wrapped
    from ${sql.table(column.table)} where ${wrapped} is not null and ${id} > ${after} order by 1 limit ${BATCH}
  `.execute(db)
  return rows
}

async function replace(db: Kysely<Schema>, column: WrappedColumn, row: WrappedRow & { fresh: Buffer }) {
  const wrapped = sql.ref(column.column)
  const alsoVersion =
    column.version === undefined ? sql`` : sql`, ${sql.ref(column.version)} = ${wrappedKeyVersion(row.fresh)}`
  await sql`update ${sql.table(column.table)} set ${wrapped} = ${row.fresh} ${alsoVersion}
    where ${idOf(column)} = ${row.id} and ${wrapped} = ${row.wrapped}`.execute(db)
}
