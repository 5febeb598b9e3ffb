import { sql, type Kysely } from 'kysely'
import { dayInZone, type RunItemState } from '@rubrica/domain'
import type {
  DeclinedPassing,
  FinishedCopy,
  LostDocument,
  NewAccountOfGuest,
  NotificationStore,
  RunNews,
  WaitingApproval,
  WaitingDocument,
} from '../../../modules/notifications/ports.ts'
import { isGuest } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'
import { THEME_COLUMNS, toTheme, type ThemeRow } from '../subscription-theme.ts'
import { findExpiring, findUnanswered } from './find-named-news.ts'
import { toDeadline, zoneOf, type DeadlineRow } from './mail-deadline.ts'

/** What is told of the documents of a run that has ended, or waits. */
const RUN_ITEMS = {
  signed: ['signed'],
  unsigned: ['failed', 'discarded'],
  waiting: ['queued', 'prepared', 'asked'],
} as const satisfies Record<string, readonly RunItemState[]>

/** Who was notified of which document, in PostgreSQL. */
export class DatabaseNotificationStore implements NotificationStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async findUnnotified(signerId: string): Promise<WaitingDocument | undefined> {
    const row = await this.waitingSigner(signerId).where('signers.notified_at', 'is', null).executeTakeFirst()
    return row && toWaitingDocument(row)
  }

  async findReminded(signerId: string): Promise<WaitingDocument | undefined> {
    const row = await this.waitingSigner(signerId).executeTakeFirst()
    return row && toWaitingDocument(row)
  }

  async findDeclined(signerId: string): Promise<DeclinedPassing | undefined> {
    const row = await this.waitingSigner(signerId)
      .innerJoin('passing_requests as request', 'request.signer_id', 'signers.id')
      .where('declined_at', 'is not', null)
      .select(['declined_at', 'decline_reason'])
      .executeTakeFirst()
    return row && { ...toWaitingDocument(row), at: row.declined_at!, reason: row.decline_reason! }
  }

  async findSignedGuest(signerId: string, since: Date): Promise<WaitingDocument | undefined> {
    const row = await this.signer(signerId)
      .where('signers.state', '=', 'signed')
      .where('documents.state', '=', 'completed')
      .where('documents.ended_at', '>', since)
      .where((eb) => eb.or([isGuest, eb('signers.guest_id', 'is not', null)]))
      .executeTakeFirst()
    return row && toWaitingDocument(row)
  }

  findAccount(userId: string): Promise<NewAccountOfGuest | undefined> {
    return this.database
      .selectFrom('users')
      .where('id', '=', userId)
      .where('active', '=', true)
      .select(['id as userId', 'user_id as loginName', 'name', 'email', 'language'])
      .executeTakeFirst()
  }

  async findSubstitution(substitutionId: string, userId: string) {
    const row = await this.database
      .selectFrom('substitutions')
      .innerJoin('users as other', (join) =>
        join.on(sql<boolean>`other.id = case when principal_id = ${userId} then deputy_id else principal_id end`),
      )
      .where('substitutions.id', '=', substitutionId)
      .where(sql<boolean>`${userId}::uuid in (principal_id, deputy_id)`)
      .select(['other.name', 'begins_at', 'ends_at', 'time_zone'])
      .executeTakeFirst()
    if (!row) return undefined
    const { name: other, begins_at: beginsAt, ends_at: endsAt, time_zone: zone } = row
    const from = dayInZone(beginsAt, zone)
    return { other, from, until: dayInZone(new Date(endsAt.getTime() - 1), zone) }
  }

  findUnanswered(partId: string, readerId: string) {
    return findUnanswered(this.database, partId, readerId)
  }

  findExpiring(certificateId: string) {
    return findExpiring(this.database, certificateId)
  }

  async findRun(runId: string): Promise<Omit<RunNews, 'id' | 'what'> | undefined> {
    const row = await this.database
      .selectFrom('signing_runs')
      .innerJoin('users', 'users.id', 'signing_runs.user_id')
      .where('signing_runs.id', '=', runId)
      .where('active', '=', true)
      .where('email', '<>', '')
      .where(sql<boolean>`not exists (select from push_devices where push_devices.user_id = users.id)`)
      .select(['name', 'email', 'language'])
      .select((eb) =>
        (['signed', 'unsigned', 'waiting'] as const).map((kind) =>
          eb
            .selectFrom('signing_run_items')
            .whereRef('run_id', '=', 'signing_runs.id')
            .where('signing_run_items.state', 'in', RUN_ITEMS[kind])
            .select(sql<number>`count(*)::int`.as('count'))
            .as(kind),
        ),
      )
      .executeTakeFirst()
    if (!row) return undefined
    const { signed, unsigned, waiting, ...person } = row
    return { person, signed: signed ?? 0, unsigned: unsigned ?? 0, waiting: waiting ?? 0 }
  }

  /** Whoever is signing waits again when that fails. */
  private waitingSigner(signerId: string) {
    return this.signer(signerId).where('signers.state', 'in', ['pending', 'signing']).select(DEADLINE)
  }

  private signer(signerId: string) {
    return this.database
      .selectFrom('signers')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .innerJoin('documents', 'documents.id', 'signers.document_id')
      .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
      .innerJoin('subscriptions', 'subscriptions.id', 'documents.subscription_id')
      .leftJoin('users as senders', 'senders.id', 'documents.user_id')
      .where('signers.id', '=', signerId)
      .where('users.active', '=', true)
      .where('users.email', '<>', '')
      .select(['signers.id', 'signers.document_id', 'signers.file_name', 'signers.sender_name', saidOn])
      .select('signers.private_message')
      .select(['users.name', 'users.email', 'users.language', isGuest.as('is_guest')])
      .select(LOOK_AND_SENDER)
  }

  async markNotified(signerId: string, at: Date): Promise<void> {
    await this.database.updateTable('signers').set({ notified_at: at }).where('id', '=', signerId).execute()
  }

  async findUnnotifiedApprover(approverId: string): Promise<WaitingApproval | undefined> {
    const row = await this.waitingApprover(approverId).where('approvers.notified_at', 'is', null).executeTakeFirst()
    return row && toWaitingApproval(row)
  }

  async findRemindedApprover(approverId: string): Promise<WaitingApproval | undefined> {
    const row = await this.waitingApprover(approverId).executeTakeFirst()
    return row && toWaitingApproval(row)
  }

  private waitingApprover(approverId: string) {
    return this.database
      .selectFrom('approvers')
      .innerJoin('signers', 'signers.id', 'approvers.signer_id')
      .innerJoin('users', 'users.id', 'approvers.user_id')
      .innerJoin('documents', 'documents.id', 'signers.document_id')
      .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
      .innerJoin('subscriptions', 'subscriptions.id', 'documents.subscription_id')
      .leftJoin('users as senders', 'senders.id', 'documents.user_id')
      .where('approvers.id', '=', approverId)
      .where('approvers.state', '=', 'pending')
      .where('users.active', '=', true)
      .where('users.email', '<>', '')
      .select(['approvers.id', 'signers.file_name', 'signers.sender_name', 'signers.signer_name', saidOn])
      .select(DEADLINE)
      .select(['users.name', 'users.email', 'users.language'])
      .select(LOOK_AND_SENDER)
  }

  async markApproverNotified(approverId: string, at: Date): Promise<void> {
    await this.database.updateTable('approvers').set({ notified_at: at }).where('id', '=', approverId).execute()
  }

  async findLoser(lossId: string): Promise<LostDocument | undefined> {
    const row = await this.database
      .selectFrom('lost_documents')
      .innerJoin('documents', 'documents.id', 'lost_documents.document_id')
      .innerJoin('users', 'users.id', 'lost_documents.user_id')
      .innerJoin('subscriptions', 'subscriptions.id', 'documents.subscription_id')
      .leftJoin('users as senders', 'senders.id', 'documents.user_id')
      .where('lost_documents.id', '=', lossId)
      .where('lost_documents.told_at', 'is', null)
      .where('users.active', '=', true)
      .where('users.email', '<>', '')
      .select(['lost_documents.is_copy', 'lost_documents.reason', 'documents.file_name', 'documents.sender_name'])
      .select(['users.name', 'users.email', 'users.language'])
      .select(LOOK_AND_SENDER)
      .executeTakeFirst()
    return row && { ...toNotice(row), lossId, isCopy: row.is_copy, reason: row.reason }
  }

  async markLoserTold(lossId: string, at: Date): Promise<void> {
    await this.database.updateTable('lost_documents').set({ told_at: at }).where('id', '=', lossId).execute()
  }

  async findUntoldCopy(copyId: string): Promise<FinishedCopy | undefined> {
    const row = await this.database
      .selectFrom('copies')
      .innerJoin('documents', 'documents.id', 'copies.document_id')
      .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
      .innerJoin('users', 'users.id', 'copies.user_id')
      .innerJoin('subscriptions', 'subscriptions.id', 'documents.subscription_id')
      .leftJoin('users as senders', 'senders.id', 'documents.user_id')
      .where('copies.id', '=', copyId)
      .where('copies.told_at', 'is', null)
      .where('users.active', '=', true)
      .where('users.email', '<>', '')
      .select(['documents.state', 'documents.file_name', 'documents.sender_name', saidOn])
      .select(['users.name', 'users.email', 'users.language'])
      .select(LOOK_AND_SENDER)
      .executeTakeFirst()
    if (!row || row.state === 'open') return undefined
    return { ...toNotice(row), message: row.message, copyId, state: row.state }
  }

  async markCopyTold(copyId: string, at: Date): Promise<void> {
    await this.database.updateTable('copies').set({ told_at: at }).where('id', '=', copyId).execute()
  }
}

/** What the sender says to everybody: of the document, where it was changed after sending. */
const saidOn = sql<string>`coalesce(documents.message, dispatches.message)`.as('message')

/** Until when the document waits. */
const DEADLINE = ['documents.deadline', zoneOf({ reader: 'users.id', sender: 'documents.user_id' }).as('zone')] as const

/** Colours and logo of the mail, and where an answer goes. */
const LOOK_AND_SENDER = [
  'subscriptions.name as subscription_name',
  ...THEME_COLUMNS,
  'senders.email as sender_email',
  'senders.active as sender_active',
] as const

interface NoticeRow extends ThemeRow {
  readonly file_name: string
  readonly sender_name: string
  readonly name: string
  readonly email: string
  readonly language: string
  readonly subscription_name: string
  readonly sender_email: string | null
  readonly sender_active: boolean | null
}

const toNotice = (row: NoticeRow) => ({
  fileName: row.file_name,
  senderName: row.sender_name,
  person: { name: row.name, email: row.email, language: row.language },
  look: { name: row.subscription_name, ...toTheme(row) },
  replyTo: row.sender_active && row.sender_email ? row.sender_email : undefined,
})

interface WaitingRow extends NoticeRow, Partial<DeadlineRow> {
  readonly message: string
}

const toWaiting = (row: WaitingRow) => ({
  ...toNotice(row),
  message: row.message,
  deadline: toDeadline({ deadline: null, zone: null, ...row }),
})

const toWaitingDocument = (
  row: WaitingRow & {
    readonly id: string
    readonly document_id: string
    readonly private_message: string | null
    readonly is_guest: boolean
  },
) => ({
  isGuest: row.is_guest,
  ...toWaiting(row),
  privateMessage: row.private_message ?? '',
  signerId: row.id,
  documentId: row.document_id,
})

const toWaitingApproval = (row: WaitingRow & { readonly id: string; readonly signer_name: string }) => ({
  ...toWaiting(row),
  approverId: row.id,
  signerName: row.signer_name,
})
