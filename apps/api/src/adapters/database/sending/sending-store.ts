import { setImmediate } from 'node:timers/promises'
import { hasNoLegalId } from '@rubrica/domain'
import { sql, type Kysely, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type {
  Cancellation,
  KnownPerson,
  NewDispatch,
  PersonReference,
  Sender,
  SendingStore,
  SentDocument,
  Team,
  Watcher,
} from '../../../modules/sending/ports.ts'
import type {
  EventQuery,
  MailQuery,
  MailToPerson,
  SentEvent,
  SentItem,
  SentQuery,
  SentStore,
} from '../../../modules/sending/sent/ports.ts'
import type { MailLook, MailReader } from '../../../modules/notifications/ports.ts'
import type { Holdings, SuggestedPerson } from '../../../modules/sending/people/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { inTransaction } from '../connection.ts'
import { preparedStatement } from '../prepared-statements.ts'
import { spendDraft } from '../drafts/draft-store.ts'
import { commitCancellation, commitExpiry } from './end-sent-document.ts'
import { allowsGuests, findAddresses, guestsOf, insertGuests } from '../guests/guest-rows.ts'
import { composeRows, insertRows, type DispatchRows } from './insert-document.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import { readSentDocument } from './read-sent-document.ts'
import { readSentEvents } from './read-sent-events.ts'
import { readSentMails } from './read-sent-mails.ts'
import { searchSent } from './search-sent.ts'
import { isSeenBy } from './sent-by.ts'
import { holdingsOf, suggestPeople } from './suggest-people.ts'
import type { Schema } from '../schema.ts'
import { THEME_COLUMNS, toTheme } from '../subscription-theme.ts'
import { teamsOf } from '../templates/seen-by.ts'
import { holdTemplate } from '../templates/hold-template.ts'
import { spendUpload } from '../uploads/upload-store.ts'

/** Active people of a subscription by their names for logging in, in small letters, or their legal ids. */
const findPeopleStatement = preparedStatement(
  (database, ...[subscriptionId, userIds, legalIds]: [string, readonly string[], readonly string[]]) =>
    database
      .selectFrom('users')
      .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
      .where('user_subscriptions.subscription_id', '=', subscriptionId)
      .where('users.active', '=', true)
      .where(sql<boolean>`(lower(users.user_id) = any(${userIds}) or users.legal_id = any(${legalIds}))`)
      .select(['users.id', 'users.name', 'users.user_id', 'users.legal_id'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('certificates')
            .whereRef('certificates.user_id', '=', 'users.id')
            .where('deleted_at', 'is', null)
            .select(['certificates.id', 'certificates.alias']),
        ).as('certificates'),
      ),
)

/** Documents as their senders see them, in PostgreSQL. */
export class DatabaseSendingStore implements SendingStore, SentStore {
  private readonly database: Kysely<Schema>
  private readonly notify: NotifyPeople

  constructor(database: Kysely<Schema>, notify: NotifyPeople) {
    this.database = database
    this.notify = notify
  }

  async findPeople(subscriptionId: string, references: readonly PersonReference[]) {
    const userIds = references.flatMap(({ userId }) => (userId === undefined ? [] : [userId.toLowerCase()]))
    const legalIds = references.flatMap(({ legalId }) => (legalId === undefined ? [] : [legalId]))
    const { rows } = await this.database.executeQuery(findPeopleStatement(subscriptionId, userIds, legalIds))
    return references.map(({ userId, legalId }): KnownPerson | undefined => {
      const row = rows.find((candidate) =>
        userId === undefined
          ? candidate.legal_id === legalId
          : candidate.user_id.toLowerCase() === userId.toLowerCase(),
      )
      return (
        row && {
          ...{ id: row.id, name: row.name, certificates: row.certificates },
          lacksLegalId: hasNoLegalId(row.legal_id),
        }
      )
    })
  }

  allowsGuests(subscriptionId: string): Promise<boolean> {
    return allowsGuests(this.database, subscriptionId)
  }

  findAddresses(subscriptionId: string, emails: readonly string[]): Promise<(string | undefined)[]> {
    return findAddresses(this.database, subscriptionId, emails)
  }

  async teamsOf(sender: Sender & Partial<Watcher>): Promise<Team[]> {
    const { rows } = await teamsOf(sender).execute(this.database)
    return rows
  }

  async findReaders(subscriptionId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, MailReader>> {
    const rows = await this.database
      .selectFrom('users')
      .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
      .where('user_subscriptions.subscription_id', '=', subscriptionId)
      .where('users.active', '=', true)
      .where(sql<boolean>`lower(users.user_id) = any(${userIds.map((id) => id.toLowerCase())})`)
      .select(['users.user_id', 'users.name', 'users.email', 'users.language'])
      .execute()
    return new Map(rows.map(({ user_id, ...reader }) => [user_id.toLowerCase(), reader]))
  }

  async nameOf(userId: string): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('users')
      .where('id', '=', userId)
      .where('active', '=', true)
      .select('name')
      .executeTakeFirst()
    return row?.name
  }

  async lookOf(subscriptionId: string): Promise<MailLook> {
    const row = await this.database
      .selectFrom('subscriptions')
      .where('id', '=', subscriptionId)
      .select('name')
      .select(THEME_COLUMNS)
      .executeTakeFirstOrThrow()
    return { name: row.name, ...toTheme(row) }
  }

  insert(dispatch: NewDispatch): Promise<void> {
    return this.writing(dispatch, async (transaction, rows) => {
      await this.write(transaction, dispatch, rows)
      await dispatch.stored
    })
  }

  insertAndFind(dispatch: NewDispatch, watcher: Watcher): Promise<SentDocument> {
    return this.writing(dispatch, async (transaction, rows) => {
      await this.write(transaction, dispatch, rows)
      // While the objects are being written.
      const sent = await readSentDocument(transaction, watcher, dispatch.documents[0]!.id)
      await dispatch.stored
      return sent!
    })
  }

  /** The rows are put together while the transaction begins. */
  private async writing<T>(
    dispatch: NewDispatch,
    work: (transaction: Transaction<Schema>, rows: DispatchRows) => Promise<T>,
  ): Promise<T> {
    const composed = setImmediate().then(() => composeRows(dispatch))
    const [done] = await Promise.all([
      inTransaction(this.database, async (transaction) => work(transaction, await composed)),
      composed,
    ])
    return done
  }

  private async write(transaction: Transaction<Schema>, dispatch: NewDispatch, rows: DispatchRows): Promise<void> {
    if (dispatch.draft) await spendDraft(transaction, dispatch.draft)
    if (dispatch.template) await holdTemplate(transaction, dispatch.template)
    const { sender, at } = dispatch
    await insertGuests(transaction, { guests: guestsOf(dispatch), subscriptionId: sender.subscriptionId, at })
    await insertRows(transaction, rows)
    await this.tellPeople(transaction, dispatch, rows.approverIds)
    for (const upload of dispatch.uploads) await spendUpload(transaction, upload)
    if (dispatch.end) await finishRequest(transaction, dispatch.end)
  }

  private async tellPeople(
    transaction: Transaction<Schema>,
    { documents }: NewDispatch,
    approverIds: readonly string[],
  ) {
    for (const { id, arrivedSigned } of documents) if (arrivedSigned) await this.notify.examine(transaction, id)
    const called = documents.flatMap(({ signers }) => signers.filter(({ state }) => state === 'pending'))
    await this.notify.signers(
      transaction,
      called.map(({ id }) => id),
    )
    await this.notify.approvers(transaction, approverIds)
  }

  suggestPeople(subscriptionId: string, query: { text: string; most: number }): Promise<SuggestedPerson[]> {
    return suggestPeople(this.database, subscriptionId, query)
  }

  holdingsOf(subscriptionId: string, userId: string): Promise<Holdings | undefined> {
    return holdingsOf(this.database, subscriptionId, userId)
  }

  find(watcher: Watcher, documentId: string): Promise<SentDocument | undefined> {
    return readSentDocument(this.database, watcher, documentId)
  }

  search(query: SentQuery): Promise<SentItem[]> {
    return searchSent(this.database, query)
  }

  async eventsOf(watcher: Watcher, documentId: string, query: EventQuery): Promise<SentEvent[] | undefined> {
    return (await this.isSeen(watcher, documentId)) ? readSentEvents(this.database, documentId, query) : undefined
  }

  async mailsOf(watcher: Watcher, documentId: string, query: MailQuery): Promise<MailToPerson[] | undefined> {
    return (await this.isSeen(watcher, documentId)) ? readSentMails(this.database, documentId, query) : undefined
  }

  private async isSeen(watcher: Watcher, documentId: string): Promise<boolean> {
    const seen = this.database.selectFrom('documents').where('id', '=', documentId).where(isSeenBy(watcher))
    return (await seen.select('id').executeTakeFirst()) !== undefined
  }

  async senderOf(documentId: string): Promise<Sender | undefined> {
    const row = await this.database
      .selectFrom('documents')
      .where('id', '=', documentId)
      .select(['subscription_id', 'client_id', 'user_id'])
      .executeTakeFirst()
    return row && { subscriptionId: row.subscription_id, clientId: row.client_id, userId: row.user_id }
  }

  cancel(cancellation: Cancellation): Promise<'cancelled' | 'unknown' | 'ended'> {
    return commitCancellation(this.database, cancellation, this.notify)
  }

  async overdue(at: Date, most: number): Promise<string[]> {
    const rows = await this.database
      .selectFrom('documents')
      .where('state', '=', 'open')
      .where('deadline', '<=', at)
      .orderBy('deadline')
      .limit(most)
      .select('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  expire(documentId: string, at: Date): Promise<boolean> {
    return commitExpiry(this.database, { documentId, at }, this.notify)
  }
}
