import type { Kysely, Transaction } from 'kysely'
import type {
  Approval,
  ApprovalStore,
  ApproverPageView,
  ApproverStanding,
  DecidedApproval,
  DecisionOutcome,
  Disapproval,
  PendingApproval,
} from '../../../modules/approvals/ports.ts'
import type { Acting } from '../../../modules/sessions/ports.ts'
import { principalOf } from '../../../modules/substitutions/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { factsOfIdentification, factsOfOffice, personalOfOffice } from '../audit/facts-of-identification.ts'
import { inTransaction } from '../connection.ts'
import { endDocument } from '../documents/end-document.ts'
import { integrity } from '../documents/known-integrity.ts'
import { isOpenAt, lockDocumentOfApprover } from '../documents/lock-document.ts'
import { hasMorePositions, PENDING_COLUMNS, toPendingDocument, type PendingRow } from '../documents/pending-row.ts'
import { pagesDigest, recordApproverPageView } from '../page-views/page-views.ts'
import type { Schema } from '../schema.ts'
import { remarkOf } from '../remarks/remark-store.ts'
import { deputyOf, isOrActed } from '../substitutions/acted.ts'
import { APPROVER_OFFERED, deputyColumns, isOfferedBy, mayActAs } from '../substitutions/offered.ts'
import { wakeSigners } from '../documents/wake-signers.ts'

/** The list of approvals has no pages on the server (spec §7); what is beyond comes up when these are decided. */
const MOST_AT_ONCE = 5000

/** Approvals in PostgreSQL: every decision takes the document's row first, then is one conditional UPDATE. */
export class DatabaseApprovalStore implements ApprovalStore {
  private readonly database: Kysely<Schema>
  private readonly notify: Pick<NotifyPeople, 'signers' | 'sender' | 'copies' | 'parties'>

  constructor(database: Kysely<Schema>, notify: Pick<NotifyPeople, 'signers' | 'sender' | 'copies' | 'parties'>) {
    this.database = database
    this.notify = notify
  }

  async pending(acting: Acting, at: Date): Promise<PendingApproval[]> {
    const rows = await this.listed()
      .where('approvers.user_id', '=', principalOf(acting))
      .where(isOfferedBy(APPROVER_OFFERED, acting.office?.substitutionId ?? null))
      .where('approvers.state', '=', 'pending')
      .where('documents.state', '=', 'open')
      .where((eb) => eb.or([eb('documents.deadline', 'is', null), eb('documents.deadline', '>', at)]))
      .orderBy('signers.file_name')
      .orderBy('approvers.id')
      .limit(MOST_AT_ONCE)
      .execute()
    return rows.map(toPendingApproval)
  }

  async decided(userId: string, approverId: string): Promise<DecidedApproval | undefined> {
    const row = await this.listed()
      .where(isOrActed('approvers', userId))
      .where('approvers.id', '=', approverId)
      .where('approvers.state', 'in', ['accepted', 'rejected'])
      .select(['approvers.state', 'approvers.operated_at', 'approvers.rejection_reason'])
      .select(['documents.state as document_state', deputyOf('approvers')])
      .executeTakeFirst()
    if (!row?.operated_at) return undefined
    return {
      ...toPendingApproval(row),
      act: row.state === 'accepted' ? 'Approved' : 'Rejected',
      at: row.operated_at,
      rejectionReason: row.rejection_reason,
      deputy: row.deputy,
      documentState: row.document_state,
    }
  }

  async standing(userId: string, approverId: string): Promise<ApproverStanding | undefined> {
    const row = await this.database
      .selectFrom('approvers')
      .innerJoin('documents', 'documents.id', 'approvers.document_id')
      .innerJoin('revisions', (join) =>
        join
          .onRef('revisions.document_id', '=', 'documents.id')
          .on('revisions.number', '=', (eb) =>
            eb.fn.coalesce('approvers.decided_revision', 'documents.current_revision'),
          ),
      )
      .where('approvers.id', '=', approverId)
      .where(isOrActed('approvers', userId))
      .select(['approvers.id', 'approvers.document_id', 'approvers.state'])
      .select(['documents.page_count', 'documents.deadline', 'revisions.number', 'revisions.digest'])
      .executeTakeFirst()
    return (
      row && {
        approverId: row.id,
        documentId: row.document_id,
        state: row.state,
        deadline: row.deadline,
        pageCount: row.page_count,
        revision: row.number,
        digest: row.digest.toString('hex'),
      }
    )
  }

  recordPageView(view: ApproverPageView): Promise<void> {
    return recordApproverPageView(this.database, view)
  }

  accept(approval: Approval): Promise<DecisionOutcome> {
    return inTransaction(this.database, async (transaction) => {
      const approver = await decide(transaction, approval, { state: 'accepted' })
      if (typeof approver === 'string') return approver
      await this.notify.signers(transaction, await wakeSigners(transaction, approver.document_id, approval.at))
      await appendAuditEvent(transaction, {
        ...eventOf(approver, approval),
        type: 'document-approved',
        personal: { userId: approval.userId, ...personalOfOffice(approval) },
      })
      return 'done'
    })
  }

  reject(disapproval: Disapproval): Promise<DecisionOutcome> {
    return inTransaction(this.database, async (transaction) => {
      const { reason, userId, at } = disapproval
      const approver = await decide(transaction, disapproval, { state: 'rejected', rejection_reason: reason })
      if (typeof approver === 'string') return approver
      const documentId = approver.document_id
      await endDocument(transaction, { documentId, state: 'rejected', at })
      await this.notify.copies(transaction, documentId)
      const rejected = { documentId, event: 'rejected', actorId: userId, at } as const
      await this.notify.sender(transaction, rejected)
      await this.notify.parties(transaction, rejected)
      await appendAuditEvent(transaction, {
        ...eventOf(approver, disapproval),
        type: 'document-rejected',
        personal: { reason, userId, ...personalOfOffice(disapproval) },
      })
      return 'done'
    })
  }

  /** Approvals, as lists show them. */
  private listed() {
    return this.database
      .selectFrom('approvers')
      .innerJoin('signers', 'signers.id', 'approvers.signer_id')
      .innerJoin('documents', 'documents.id', 'approvers.document_id')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .select([...PENDING_COLUMNS, 'approvers.id as approver_id', hasMorePositions, integrity])
      .select(remarkOf('approvers'))
  }
}

const toPendingApproval = (row: PendingRow & { readonly approver_id: string }): PendingApproval => ({
  ...toPendingDocument(row),
  approverId: row.approver_id,
})

type Decision = { state: 'accepted' } | { state: 'rejected'; rejection_reason: string }

interface DecidedApprover {
  readonly document_id: string
  readonly signer_id: string
  readonly subscription_id: string
  readonly pages_digest: string
}

/** The compare-and-set that says who was first. @returns why nothing was changed, when nothing was */
async function decide(
  transaction: Transaction<Schema>,
  approval: Approval,
  decision: Decision,
): Promise<DecidedApprover | Exclude<DecisionOutcome, 'done'>> {
  const { approverId, at } = approval
  const document = await lockDocumentOfApprover(transaction, approverId)
  const approver = await transaction
    .selectFrom('approvers')
    .innerJoin('signers', 'signers.id', 'approvers.signer_id')
    .where('approvers.id', '=', approverId)
    .where('approvers.user_id', '=', principalOf(approval))
    .where(mayActAs(APPROVER_OFFERED, approval, at))
    .select('approvers.id')
    .executeTakeFirst()
  if (!approver) return 'unknown'
  if (!document || !isOpenAt(document, at)) return 'ended'
  const decided = await transaction
    .updateTable('approvers')
    .set({ ...decision, ...deputyColumns(approval), operated_at: at, decided_revision: document.current_revision })
    .where('id', '=', approver.id)
    .where('state', '=', 'pending')
    .returning(['document_id', 'signer_id', 'subscription_id', pagesDigest('approvers.id').as('pages_digest')])
    .executeTakeFirst()
  return decided ?? 'ended'
}

const eventOf = (approver: DecidedApprover, approval: Approval) => ({
  documentId: approver.document_id,
  subscriptionId: approver.subscription_id,
  at: approval.at,
  facts: {
    ...{ approverId: approval.approverId, signerId: approver.signer_id, pagesDigest: approver.pages_digest },
    ...factsOfIdentification(approval),
    ...factsOfOffice(approval),
  },
})
