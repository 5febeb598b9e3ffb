import type { Kysely } from 'kysely'
import type {
  DecidedDocument,
  PageView,
  PendingDocumentStore,
  PendingMatches,
  PendingQuery,
  Rejection,
  RejectionOutcome,
  SignaturePlace,
  SignerProgress,
  SignerStanding,
  StandingAtPage,
  StandingRequest,
} from '../../../modules/pending-documents/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { commitRejection } from './commit-rejection.ts'
import { inTransaction } from '../connection.ts'
import { recordPageView } from '../page-views/page-views.ts'
import { readDecided, readPlaces } from './read-decided.ts'
import { readStanding, readStandingAtPage } from './read-standing.ts'
import type { Schema } from '../schema.ts'
import { searchPendingRows } from './search-pending-rows.ts'

/** Documents as their signers see them, in PostgreSQL. */
export class DatabasePendingDocumentStore implements PendingDocumentStore {
  private readonly database: Kysely<Schema>
  private readonly notify: Pick<NotifyPeople, 'sender' | 'copies' | 'parties'>

  constructor(database: Kysely<Schema>, notify: Pick<NotifyPeople, 'sender' | 'copies' | 'parties'>) {
    this.database = database
    this.notify = notify
  }

  search(query: PendingQuery): Promise<PendingMatches> {
    return searchPendingRows(this.database, query)
  }

  standing(userId: string, documentId: string): Promise<SignerStanding | undefined> {
    return readStanding(this.database, userId, documentId)
  }

  standingAtPage(request: StandingRequest): Promise<StandingAtPage | undefined> {
    return readStandingAtPage(this.database, request)
  }

  async progress(documentId: string): Promise<{ uploadTime: Date; signers: SignerProgress[] }> {
    const [signers, approvers] = await Promise.all([
      this.database
        .selectFrom('signers')
        .where('document_id', '=', documentId)
        .select(['id', 'signer_name', 'state', 'operated_at', 'upload_time', 'called_at'])
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
        calledAt: signer.called_at,
        operatedAt: signer.operated_at,
        approvers: approvers
          .filter((approver) => approver.signer_id === signer.id)
          .map(({ name, email, legal_id, state }) => ({ name, email, legalId: legal_id, state })),
      })),
    }
  }

  decided(userId: string, documentId: string): Promise<DecidedDocument | undefined> {
    return readDecided(this.database, userId, documentId)
  }

  places(userId: string, signerId: string): Promise<readonly SignaturePlace[] | undefined> {
    return readPlaces(this.database, userId, signerId)
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

  recordPageView(view: PageView): Promise<void> {
    return recordPageView(this.database, view)
  }

  reject(rejection: Rejection): Promise<RejectionOutcome> {
    return commitRejection(this.database, rejection, this.notify)
  }
}
