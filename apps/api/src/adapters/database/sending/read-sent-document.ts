import { USUAL_REMINDERS, type MailState } from '@rubrica/domain'
import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { SentGuest } from '../../../modules/guests/ports.ts'
import type { SentDocument, SentPassing, Watcher } from '../../../modules/sending/ports.ts'
import { toldWords } from '../mails/told-words.ts'
import { standingOf } from '../archiving/read-archive-standing.ts'
import { ownDisclaimer } from '../documents/disclaimer-store.ts'
import { preparedStatement } from '../prepared-statements.ts'
import { policyOf } from '../reminders/policy-of.ts'
import type { Schema } from '../schema.ts'
import { deputyOf } from '../substitutions/acted.ts'
import { isManagedBy, isSeenBy } from './sent-by.ts'

/** One statement with everybody on the document; its text depends on nothing but what sort of watcher asks. */
const statementFor = (sort: { readonly isPerson: boolean; readonly seesEverything: boolean }) =>
  preparedStatement(
    (database, ...[documentId, subscriptionId, clientId, userId]: [string, string, string | null, string | null]) => {
      const watcher = {
        subscriptionId,
        clientId,
        userId: sort.isPerson ? userId : null,
        seesEverything: sort.seesEverything,
      }
      return database
        .selectFrom('documents')
        .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
        .leftJoin('teams', 'teams.id', 'documents.team_id')
        .where('documents.id', '=', documentId)
        .where(isSeenBy(watcher))
        .select(['documents.id', 'dispatch_id', 'version', 'state', 'file_name', 'description', 'tag', 'sender_name'])
        .select(sql<string>`coalesce(documents.message, dispatches.message)`.as('message'))
        .select(['team_id', 'teams.name as team_name'])
        .select(['page_count', 'uploaded_at', 'deadline', 'ended_at', 'dispatches.template_id', 'template_version'])
        .select([policyOf.as('reminders'), isPolicyOwn.as('is_policy_own')])
        .select(isManagedBy(watcher).as('may_manage'))
        .select((eb) => [
          jsonArrayFrom(signersOf(eb)).as('signers'),
          jsonArrayFrom(approversOf(eb)).as('approvers'),
          jsonArrayFrom(copiesOf(eb)).as('copies'),
          jsonObjectFrom(archiveOf(eb)).as('archive'),
        ])
    },
  )

const STATEMENTS = {
  everything: statementFor({ isPerson: true, seesEverything: true }),
  person: statementFor({ isPerson: true, seesEverything: false }),
  other: statementFor({ isPerson: false, seesEverything: false }),
}

/** A document with everybody on it, as who sent it may see it; undefined when the watcher does not see it. */
export async function readSentDocument(
  database: Kysely<Schema>,
  watcher: Watcher,
  documentId: string,
): Promise<SentDocument | undefined> {
  const { subscriptionId, clientId, userId, seesEverything } = watcher
  const statement = STATEMENTS[seesEverything ? 'everything' : userId === null ? 'other' : 'person']
  const { rows } = await database.executeQuery(statement(documentId, subscriptionId, clientId, userId))
  const [document] = rows
  if (!document) return undefined
  const { signers, approvers, copies } = document
  return {
    id: document.id,
    dispatchId: document.dispatch_id,
    template: document.template_id === null ? null : { id: document.template_id, version: document.template_version! },
    version: document.version,
    state: document.state,
    fileName: document.file_name,
    description: document.description,
    tags: document.tag === '' ? [] : document.tag.split(','),
    senderName: document.sender_name,
    message: document.message,
    mayManage: document.may_manage,
    team: document.team_id === null ? null : { id: document.team_id, name: document.team_name ?? '' },
    pageCount: document.page_count,
    uploadedAt: document.uploaded_at,
    deadline: document.deadline,
    endedAt: document.ended_at,
    reminders: { ...(document.reminders ?? USUAL_REMINDERS), isOwn: document.is_policy_own },
    // The same on each of them.
    passingOn: signers[0]?.passing_on ?? 'no',
    archive: standingOf(document.archive),
    signers: signers.map((signer) => ({
      ...toPerson(signer),
      stage: signer.stage,
      calledAt: toMoment(signer.called_at),
      signsFor: signer.signs_for,
      readAll: signer.read_all,
      delegable: signer.delegable,
      disclaimer: ownDisclaimer(signer),
      certificate:
        signer.certificate_id === null ? null : { id: signer.certificate_id, alias: signer.certificate_alias ?? '' },
      certificateType: signer.certificate_type,
      privateMessage: document.may_manage ? signer.private_message : null,
      hasOpened: Boolean(signer.has_opened),
      guest: toGuest(signer),
      passing: toPassing(signer.passing),
      approvers: approvers.filter(({ signer_id }) => signer_id === signer.id).map(toPerson),
    })),
    copies: copies.map(({ id, user_id, name, given_at, told_at }) => ({
      ...{ id, userId: user_id, name },
      ...{ givenAt: new Date(given_at), toldAt: toMoment(told_at) },
    })),
  }
}

interface PersonRow<State> {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly state: State
  readonly operated_at: string | null
  readonly rejection_reason: string | null
  readonly deputy: string | null
  readonly mail: MailRow | null
  readonly next_reminder_at: string | null
}

interface MailRow {
  readonly state: MailState
  readonly at: string
  readonly server: string
  readonly code: number | null
  readonly status: string | null
  readonly words: string
}

const toPerson = <State>({ id, user_id, name, state, operated_at, rejection_reason, ...row }: PersonRow<State>) => ({
  id,
  userId: user_id,
  name,
  state,
  operatedAt: toMoment(operated_at),
  rejectionReason: rejection_reason,
  deputy: row.deputy,
  mail: row.mail && { ...row.mail, at: new Date(row.mail.at) },
  nextReminderAt: toMoment(row.next_reminder_at),
})

/** What is read as JSON has its moments as text. */
const toMoment = (text: string | null) => (text === null ? null : new Date(text))

interface GuestRow extends Pick<SentGuest, 'phone'> {
  readonly email: string | null
  readonly language: string | null
  readonly guest_id: string | null
  readonly legal_id: string | null
  readonly proves_phone: boolean | null
  readonly proved_at: string | null
}

const toGuest = (row: GuestRow): SentGuest | null =>
  row.guest_id === null
    ? null
    : {
        email: row.email ?? '',
        phone: row.phone,
        provesPhone: row.proves_phone ?? false,
        language: row.language ?? '',
        legalId: row.legal_id,
        provedAt: toMoment(row.proved_at),
      }

interface PassingRow {
  readonly user_id: string
  readonly name: string
  readonly reason: string
  readonly asked_at: string
}

const toPassing = (row: PassingRow | null): SentPassing | null =>
  row && { userId: row.user_id, name: row.name, reason: row.reason, askedAt: new Date(row.asked_at) }

type OfDocument = ExpressionBuilder<Schema, 'documents' | 'dispatches'>

function signersOf(eb: OfDocument) {
  return (
    eb
      .selectFrom('signers')
      .innerJoin('users', 'users.id', 'signers.user_id')
      // Who has made an account since was invited as a guest all the same.
      .leftJoin('guests', (join) => join.on(sql<boolean>`guests.user_id = coalesce(signers.guest_id, signers.user_id)`))
      .leftJoin('users as invited', 'invited.id', 'guests.user_id')
      .whereRef('signers.document_id', '=', 'documents.id')
      // In their slots; in one slot, who was replaced before who took it over.
      .orderBy('signers.ordinal')
      .orderBy(sql`signers.state not in ('replaced', 'removed')`)
      .orderBy('signers.operated_at')
      .select(['signers.id', 'users.user_id', 'signers.signer_name as name', 'signers.stage', 'signers.state'])
      .select(['signers.reason as signs_for', 'signers.read_all', 'signers.delegable', 'signers.passing_on'])
      .select(['signers.disclaimer_title', 'signers.disclaimer_text'])
      .select(['signers.certificate_id', 'signers.certificate_alias', 'signers.certificate_type'])
      .select('signers.private_message')
      .select((inner) =>
        inner
          .exists(inner.selectFrom('page_views').whereRef('page_views.signer_id', '=', 'signers.id').select('page'))
          .as('has_opened'),
      )
      .select((inner) => jsonObjectFrom(passingOf(inner)).as('passing'))
      .select(['signers.called_at', 'signers.operated_at', 'signers.rejection_reason', newestMailOf('signers')])
      .select([nextReminderOf('signers'), deputyOf('signers')])
      .select(['guests.user_id as guest_id', 'guests.legal_id', 'guests.proves_phone'])
      .select(['invited.email', 'invited.phone', 'invited.language'])
      .select((inner) =>
        inner
          .selectFrom('invitations')
          .whereRef('invitations.signer_id', '=', 'signers.id')
          .select(({ fn }) => fn.min('email_proved_at').as('at'))
          .as('proved_at'),
      )
  )
}

/** What waits for the sender's answer. */
const passingOf = (eb: ExpressionBuilder<Schema, 'signers'>) =>
  eb
    .selectFrom('passing_requests')
    .innerJoin('users as successor', 'successor.id', 'passing_requests.person_id')
    .whereRef('passing_requests.signer_id', '=', 'signers.id')
    .where('declined_at', 'is', null)
    .where('signers.state', 'in', ['pending', 'signing'])
    .select(['successor.user_id', 'successor.name', 'passing_requests.reason', 'asked_at'])

const isPolicyOwn = sql<boolean>`documents.reminders is not null`

/** Of who may act now; what was planned before stays with who has acted. */
const nextReminderOf = (part: 'signers' | 'approvers') =>
  sql<
    string | null
  >`case when ${sql.ref(`${part}.state`)} = 'pending' then ${sql.ref(`${part}.next_reminder_at`)} end`.as(
    'next_reminder_at',
  )

/** With the last word of a mail server about it. */
const newestMailOf = (part: 'signers' | 'approvers') =>
  sql<MailRow | null>`(
    select json_build_object('state', newest.state, 'at', mail_answers.at, 'server', mail_answers.server,
      'code', mail_answers.code, 'status', mail_answers.status, 'words', ${toldWords})
    from (select id, state, tries from mails join mails_about on mails_about.mail_id = mails.id
      where mails_about.part_id = ${sql.ref(`${part}.id`)} and tries > 0
      order by created_at desc, id desc limit 1) as newest
    join mail_answers on mail_answers.mail_id = newest.id and mail_answers.number = newest.tries)`.as('mail')

function approversOf(eb: OfDocument) {
  return eb
    .selectFrom('approvers')
    .innerJoin('users', 'users.id', 'approvers.user_id')
    .whereRef('approvers.document_id', '=', 'documents.id')
    .orderBy('users.user_id')
    .select(['approvers.id', 'approvers.signer_id', 'users.user_id', 'users.name', 'approvers.state'])
    .select(['approvers.operated_at', 'approvers.rejection_reason', newestMailOf('approvers')])
    .select([nextReminderOf('approvers'), deputyOf('approvers')])
}

function copiesOf(eb: OfDocument) {
  return eb
    .selectFrom('copies')
    .innerJoin('users', 'users.id', 'copies.user_id')
    .whereRef('copies.document_id', '=', 'documents.id')
    .orderBy('users.name')
    .orderBy('copies.id')
    .select(['copies.id', 'users.user_id', 'users.name', 'copies.given_at', 'copies.told_at'])
}

const archiveOf = (eb: OfDocument) =>
  eb
    .selectFrom('document_archives')
    .whereRef('document_archives.document_id', '=', 'documents.id')
    .select(['document_archives.state', 'level', 'reason', 'cause'])
