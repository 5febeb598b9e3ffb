import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type {
  PageView,
  PendingDocument,
  PendingDocumentStore,
  PendingFilters,
  PendingOrder,
  PendingQuery,
  Rejection,
  RejectionOutcome,
  SignerProgress,
  SignerStanding,
} from '../../modules/pending-documents/ports.ts'
import { appendAuditEvent } from './append-audit-event.ts'
import { commitRejection } from './commit-rejection.ts'
import { inTransaction } from './connection.ts'
import { hasMorePositions, PENDING_COLUMNS, toPendingDocument } from './pending-row.ts'
import type { Schema } from './schema.ts'

const ORDER_COLUMNS = {
  FileName: 'file_name',
  UploadTime: 'upload_time',
  Tag: 'tag',
  SenderName: 'sender_name',
  Certificate: 'certificate_alias',
} as const satisfies Record<PendingOrder, string>

/** Text that LIKE takes literally. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

type Signers<O> = SelectQueryBuilder<Schema, 'signers', O>

/** The pending rows of a user that pass the filters. Written so that the covering indexes answer it. */
function matching(database: Kysely<Schema>, userId: string, filters: PendingFilters): Signers<object> {
  let rows = database
    .selectFrom('signers')
    .where('user_id', '=', userId)
    .where(sql<boolean>`state in ('pending', 'signing')`)
  if (filters.fileName) rows = rows.where('file_name', 'ilike', `%${literally(filters.fileName)}%`)
  if (filters.sender) rows = rows.where('sender_name', 'ilike', `%${literally(filters.sender)}%`)
  if (filters.certificateId) rows = rows.where('certificate_id', '=', filters.certificateId)
  if (filters.from) rows = rows.where('upload_time', '>=', filters.from)
  if (filters.before) rows = rows.where('upload_time', '<', filters.before)
  if (filters.tag === '') rows = rows.where('tag', '=', '')
  else if (filters.tag !== undefined) {
    rows = rows.where(sql<boolean>`lower(${filters.tag}) = any(string_to_array(lower(tag), ','))`)
  }
  return rows
}

/** Documents as their signers see them, in PostgreSQL. */
export class DatabasePendingDocumentStore implements PendingDocumentStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  /**
   * One statement: first the ids of the page and the count, from the index alone, then only the page's rows. Filters
   * are looked at once per row, for page and count together; without filters, counting apart is cheaper.
   */
  async search(query: PendingQuery): Promise<{ documents: PendingDocument[]; count: number }> {
    const direction = query.descending ? 'desc' : 'asc'
    const order = ORDER_COLUMNS[query.orderBy]
    const found = matching(this.database, query.userId, query.filters)
    const count = found.select((eb) => eb.fn.countAll<string>().as('count'))
    const isFiltered = Object.values(query.filters).some((filter) => filter !== undefined)
    const page = found
      .select((eb) => ['id', isFiltered ? eb.fn.countAll<string>().over().as('count') : count.as('count')])
      .orderBy(order, direction)
      .orderBy('id', direction)
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
    const rows = await this.database
      .selectFrom('signers')
      .innerJoin(page.as('chosen'), 'chosen.id', 'signers.id')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .select([...PENDING_COLUMNS, hasMorePositions, 'chosen.count'])
      .orderBy(`signers.${order}`, direction)
      .orderBy('signers.id', direction)
      .execute()
    // Beyond the last page there is no row to carry the count.
    const counted = rows[0] ?? (query.page > 1 ? await count.executeTakeFirst() : undefined)
    return { documents: rows.map(toPendingDocument), count: Number(counted?.count ?? 0) }
  }

  async standing(userId: string, documentId: string): Promise<SignerStanding | undefined> {
    const row = await this.database
      .selectFrom('signers')
      .innerJoin('documents', 'documents.id', 'signers.document_id')
      .innerJoin('revisions', (join) =>
        join
          .onRef('revisions.document_id', '=', 'documents.id')
          .onRef('revisions.number', '=', 'documents.current_revision'),
      )
      .where('signers.document_id', '=', documentId)
      .where('signers.user_id', '=', userId)
      .select([
        'signers.id',
        'signers.subscription_id',
        'signers.state',
        'signers.file_name',
        'documents.page_count',
        'documents.current_revision',
        'documents.deadline',
        'revisions.digest',
      ])
      .executeTakeFirst()
    return (
      row && {
        signerId: row.id,
        documentId: documentId.toLowerCase(),
        subscriptionId: row.subscription_id,
        state: row.state,
        deadline: row.deadline,
        fileName: row.file_name,
        pageCount: row.page_count,
        revision: row.current_revision,
        digest: row.digest.toString('hex'),
      }
    )
  }

  async progress(documentId: string): Promise<{ uploadTime: Date; signers: SignerProgress[] }> {
    const [signers, approvers] = await Promise.all([
      this.database
        .selectFrom('signers')
        .where('document_id', '=', documentId)
        .select(['id', 'signer_name', 'state', 'operated_at', 'upload_time'])
        .orderBy('ordinal')
        .execute(),
      this.database
        .selectFrom('approvers')
        .innerJoin('users', 'users.id', 'approvers.user_id')
        .where('approvers.document_id', '=', documentId)
        .select(['approvers.signer_id', 'approvers.state', 'users.name', 'users.email', 'users.legal_id'])
        .orderBy('users.name')
        .execute(),
    ])
    return {
      uploadTime: signers[0]?.upload_time ?? new Date(0),
      signers: signers.map((signer) => ({
        signerId: signer.id,
        name: signer.signer_name,
        state: signer.state,
        operatedAt: signer.operated_at,
        approvers: approvers
          .filter((approver) => approver.signer_id === signer.id)
          .map(({ name, email, legal_id, state }) => ({ name, email, legalId: legal_id, state })),
      })),
    }
  }

  async recordDownload(standing: SignerStanding, at: Date): Promise<void> {
    const { documentId, subscriptionId, signerId, revision } = standing
    await inTransaction(this.database, (transaction) =>
      appendAuditEvent(transaction, {
        documentId,
        subscriptionId,
        type: 'document-downloaded',
        at,
        facts: { signerId, revision },
      }),
    )
  }

  async recordPageView(view: PageView): Promise<void> {
    await this.database
      .insertInto('page_views')
      .values({
        signer_id: view.signerId,
        page: view.page,
        subscription_id: view.subscriptionId,
        revision: view.revision,
        image_digest: view.imageDigest,
        width: view.width,
        served_at: view.at,
      })
      .onConflict((conflict) => conflict.columns(['signer_id', 'page']).doNothing())
      .execute()
  }

  reject(rejection: Rejection): Promise<RejectionOutcome> {
    return commitRejection(this.database, rejection)
  }
}
