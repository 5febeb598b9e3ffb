import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { ChangeableDocument, ChangeableSigner } from '../../../../modules/sending/changes/ports.ts'
import type { Watcher } from '../../../../modules/sending/ports.ts'
import { isOpenAt } from '../../documents/lock-document.ts'
import { readersOf } from '../../copies/copy-rows.ts'
import type { Schema } from '../../schema.ts'
import { isManagedBy } from '../sent-by.ts'

/** A document and its people, whose row is locked until the transaction ends; undefined where it is not theirs. */
export const loadChangeable = (
  transaction: Transaction<Schema>,
  { watcher, documentId, at }: { watcher: Watcher; documentId: string; at: Date },
): Promise<ChangeableDocument | undefined> =>
  loadWhere(transaction, sql<boolean>`documents.id = ${documentId}::uuid and ${isManagedBy(watcher)}`, at)

/** The same for who is asked to sign it: what they may do with it is asked of their own row. */
export const loadOfSigner = (
  transaction: Transaction<Schema>,
  { signerId, at }: { signerId: string; at: Date },
): Promise<ChangeableDocument | undefined> =>
  loadWhere(
    transaction,
    sql<boolean>`documents.id = (select document_id from signers where id = ${signerId}::uuid)`,
    at,
  )

async function loadWhere(
  transaction: Transaction<Schema>,
  condition: RawBuilder<boolean>,
  at: Date,
): Promise<ChangeableDocument | undefined> {
  const document = await transaction
    .selectFrom('documents')
    .where(condition)
    .select(['id', 'subscription_id', 'version', 'state', 'deadline', 'file_name', 'description', 'tag', 'sender_name'])
    .select('team_id')
    .select(
      sql<string>`coalesce(message, (select message from dispatches where id = documents.dispatch_id))`.as('message'),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!document) return undefined
  const signers = await loadSigners(transaction, document.id)
  return {
    id: document.id,
    subscriptionId: document.subscription_id,
    version: document.version,
    isOpen: isOpenAt(document, at),
    fileName: document.file_name,
    description: document.description,
    tags: document.tag === '' ? [] : document.tag.split(','),
    senderName: document.sender_name,
    message: document.message,
    deadline: document.deadline,
    teamId: document.team_id,
    // The same on each of them.
    passingOn: signers[0]?.passingOn ?? 'no',
    signers,
    copies: await readersOf(transaction, document.id),
  }
}

async function loadSigners(transaction: Transaction<Schema>, documentId: string): Promise<ChangeableSigner[]> {
  const rows = await transaction
    .selectFrom('signers')
    .where('document_id', '=', documentId)
    .orderBy('ordinal')
    .select(['id', 'user_id', 'stage', 'state', 'reason', 'read_all', 'disclaimer_title', 'disclaimer_text'])
    .select(['certificate_id', 'delegable', 'passing_on'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('page_views').whereRef('page_views.signer_id', '=', 'signers.id').select('page'))
        .as('has_opened'),
    )
    .execute()
  const approvers = await transaction
    .selectFrom('approvers')
    .where('document_id', '=', documentId)
    .orderBy('id')
    .select(['id', 'signer_id', 'user_id', 'state'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    stage: row.stage,
    state: row.state,
    reason: row.reason,
    readAll: row.read_all,
    delegable: row.delegable,
    passingOn: row.passing_on,
    disclaimer: row.disclaimer_text === null ? null : { title: row.disclaimer_title ?? '', text: row.disclaimer_text },
    certificateId: row.certificate_id,
    hasOpened: Boolean(row.has_opened),
    approvers: approvers
      .filter(({ signer_id }) => signer_id === row.id)
      .map(({ id, user_id, state }) => ({ id, userId: user_id, state })),
  }))
}
