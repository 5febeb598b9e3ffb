import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { PortalError } from '@rubrica/domain'
import { callerColumns, type Owner } from '../../../modules/owner.ts'
import type {
  Draft,
  DraftContent,
  DraftName,
  DraftStanding,
  DraftStore,
  DraftSummary,
  DraftWriting,
  RequireVersion,
} from '../../../modules/drafts/ports.ts'
import type { Upload } from '../../../modules/sending/uploads/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isOf, takeTurns, toUpload } from '../uploads/upload-store.ts'
import type { DraftTable } from './draft-schema.ts'

/** What the sealed values of a draft are bound to. */
export const draftBinding = (id: string): string => `draft:${id}`

/**
 * Drafts in PostgreSQL; every statement names their owner. Whoever writes a draft and its uploads writes the draft first,
 * as sending does.
 */
export class DatabaseDraftStore implements DraftStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async insert(
    { owner, id }: DraftName,
    writing: DraftWriting,
    { most, end }: Parameters<DraftStore['insert']>[2],
  ): Promise<boolean> {
    const columns = await this.columnsOf(id, writing)
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'drafts', owner)
      const others = await transaction
        .selectFrom('drafts')
        .where(isOf(owner))
        .where('expires_at', '>', writing.at)
        .select('id')
        .limit(most)
        .execute()
      if (others.length >= most) return false
      await transaction
        .insertInto('drafts')
        .values({
          id,
          subscription_id: owner.subscriptionId,
          ...callerColumns(owner),
          ...columns,
          created_at: writing.at,
        })
        .execute()
      await settleUploads(transaction, { owner, ids: columns.upload_ids, ...writing })
      if (end) await finishRequest(transaction, end)
      return true
    })
  }

  async find(name: DraftName, at: Date): Promise<Draft | undefined> {
    const row = await livingDraft(this.database, name, at).selectAll().executeTakeFirst()
    if (!row) return undefined
    const content = (await this.open(row.id, row.sealed_content)) as DraftContent
    return { ...toStanding(row), content, uploads: await this.uploadsOf(name.owner, row.upload_ids, at) }
  }

  private async uploadsOf(owner: Owner, ids: readonly string[], at: Date): Promise<Upload[]> {
    if (ids.length === 0) return []
    const rows = await this.database
      .selectFrom('uploads')
      .where(isOf(owner))
      .where('id', 'in', ids)
      .where('expires_at', '>', at)
      .selectAll()
      .execute()
    return rows.map(toUpload)
  }

  async list(owner: Owner, at: Date): Promise<(DraftStanding & DraftSummary)[]> {
    const rows = await this.database
      .selectFrom('drafts')
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .select(['id', 'version', 'sealed_summary', 'created_at', 'updated_at', 'expires_at'])
      .execute()
    return Promise.all(
      rows.map(async (row) => ({
        ...toStanding(row),
        ...((await this.open(row.id, row.sealed_summary)) as DraftSummary),
      })),
    )
  }

  async change({ owner, id }: DraftName, writing: DraftWriting, require: RequireVersion): Promise<boolean> {
    const columns = await this.columnsOf(id, writing)
    return inTransaction(this.database, async (transaction) => {
      const before = await lockDraft(transaction, { owner, id }, writing.at)
      if (!before) return false
      require(before.version)
      await transaction
        .updateTable('drafts')
        .set({ ...columns, version: before.version + 1 })
        .where('id', '=', id)
        .where(isOf(owner))
        .execute()
      const ids = [...new Set([...before.upload_ids, ...columns.upload_ids])]
      await settleUploads(transaction, { owner, ids, ...writing })
      return true
    })
  }

  delete(name: DraftName, times: Parameters<DraftStore['delete']>[1], require: RequireVersion): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const before = await lockDraft(transaction, name, times.at)
      if (!before) return false
      require(before.version)
      await transaction.deleteFrom('drafts').where('id', '=', name.id).where(isOf(name.owner)).execute()
      await settleUploads(transaction, { owner: name.owner, ids: before.upload_ids, ...times })
      return true
    })
  }

  private async columnsOf(id: string, { content, summary, at, expiresAt }: DraftWriting) {
    return {
      sealed_content: await this.seal(id, content),
      sealed_summary: await this.seal(id, summary),
      upload_ids: uploadsIn(content),
      updated_at: at,
      expires_at: expiresAt,
    }
  }

  private async seal(id: string, value: object): Promise<Buffer> {
    return Buffer.from(await this.serverKeys.wrap(Buffer.from(JSON.stringify(value)), draftBinding(id)))
  }

  private async open(id: string, sealed: Buffer): Promise<unknown> {
    return JSON.parse(Buffer.from(await this.serverKeys.unwrap(sealed, draftBinding(id))).toString('utf8'))
  }
}

const uploadsIn = ({ files, attachments = [] }: DraftContent): string[] => {
  const named = files.flatMap((one) => (one.file === null ? [] : [one.file, ...one.attachments]))
  const along = attachments.flatMap(({ file }) => file ?? [])
  return [...new Set([...named, ...along].map((id) => id.toLowerCase()))]
}

const toStanding = (
  row: Pick<Selectable<DraftTable>, 'id' | 'version' | 'created_at' | 'updated_at' | 'expires_at'>,
): DraftStanding => ({
  id: row.id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
})

const livingDraft = (database: Kysely<Schema>, { owner, id }: DraftName, at: Date) =>
  database.selectFrom('drafts').where('id', '=', id).where(isOf(owner)).where('expires_at', '>', at)

const lockDraft = (transaction: Transaction<Schema>, name: DraftName, at: Date) =>
  livingDraft(transaction, name, at).select(['version', 'upload_ids']).forUpdate().executeTakeFirst()

interface Settling {
  readonly owner: Owner
  readonly ids: readonly string[]
  readonly at: Date
  readonly releasedUntil: Date
}

/** Uploads live as long as the last draft that has them, and those that none has (any more) for their usual time. */
async function settleUploads(
  transaction: Transaction<Schema>,
  { owner, ids, at, releasedUntil }: Settling,
): Promise<void> {
  if (ids.length === 0) return
  await transaction
    .updateTable('uploads')
    .set({
      expires_at: sql<Date>`coalesce(
        (select max(drafts.expires_at) from drafts where ${isOf(owner)} and uploads.id = any(drafts.upload_ids)),
        least(uploads.expires_at, ${releasedUntil}::timestamptz))`,
    })
    .where('id', 'in', ids)
    .where(isOf(owner))
    .where('expires_at', '>', at)
    .execute()
}

/**
 * Deletes a draft in the transaction of the dispatch that it becomes.
 * @throws {PortalError} DRAFT_NOT_FOUND when it is gone meanwhile: nothing is sent twice from two tabs
 */
export async function spendDraft(transaction: Transaction<Schema>, { owner, id }: DraftName): Promise<void> {
  const row = await transaction
    .deleteFrom('drafts')
    .where('id', '=', id)
    .where(isOf(owner))
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new PortalError('DRAFT_NOT_FOUND', 'There is no such draft.')
}
