import { sql, type Kysely } from 'kysely'
import type { SentGuest } from '../../../modules/guests/ports.ts'
import type { SentDocument, Watcher } from '../../../modules/sending/ports.ts'
import { readArchiveStanding } from '../archiving/read-archive-standing.ts'
import { copiesOf } from '../copies/copy-rows.ts'
import { ownDisclaimer } from '../documents/disclaimer-store.ts'
import type { Schema } from '../schema.ts'
import { isManagedBy, isSeenBy } from './sent-by.ts'

/** A document with everybody on it, as who sent it may see it; undefined when the watcher does not see it. */
export async function readSentDocument(
  database: Kysely<Schema>,
  watcher: Watcher,
  documentId: string,
): Promise<SentDocument | undefined> {
  const document = await database
    .selectFrom('documents')
    .innerJoin('dispatches', 'dispatches.id', 'documents.dispatch_id')
    .leftJoin('teams', 'teams.id', 'documents.team_id')
    .where('documents.id', '=', documentId)
    .where(isSeenBy(watcher))
    .select(['documents.id', 'dispatch_id', 'version', 'state', 'file_name', 'description', 'tag', 'sender_name'])
    .select(sql<string>`coalesce(documents.message, dispatches.message)`.as('message'))
    .select(['team_id', 'teams.name as team_name'])
    .select(['page_count', 'uploaded_at', 'deadline', 'ended_at', 'template_id', 'template_version'])
    .select(isManagedBy(watcher).as('may_manage'))
    .executeTakeFirst()
  if (!document) return undefined
  const [signers, approvers, copies, archive] = await Promise.all([
    signersOf(database, documentId),
    approversOf(database, documentId),
    copiesOf(database, documentId),
    readArchiveStanding(database, documentId),
  ])
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
    archive,
    signers: signers.map((signer) => ({
      ...toPerson(signer),
      stage: signer.stage,
      calledAt: signer.called_at,
      signsFor: signer.signs_for,
      readAll: signer.read_all,
      disclaimer: ownDisclaimer(signer),
      certificate:
        signer.certificate_id === null ? null : { id: signer.certificate_id, alias: signer.certificate_alias ?? '' },
      hasOpened: Boolean(signer.has_opened),
      guest: toGuest(signer),
      approvers: approvers.filter(({ signer_id }) => signer_id === signer.id).map(toPerson),
    })),
    copies,
  }
}

interface PersonRow<State> {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly state: State
  readonly operated_at: Date | null
  readonly rejection_reason: string | null
}

const toPerson = <State>({ id, user_id, name, state, operated_at, rejection_reason }: PersonRow<State>) => ({
  id,
  userId: user_id,
  name,
  state,
  operatedAt: operated_at,
  rejectionReason: rejection_reason,
})

type SignerRow = Awaited<ReturnType<typeof signersOf>>[number]

const toGuest = (row: SignerRow): SentGuest | null =>
  row.guest_id === null
    ? null
    : {
        email: row.email,
        phone: row.phone,
        provesPhone: row.proves_phone ?? false,
        language: row.language,
        legalId: row.legal_id,
        provedAt: row.proved_at,
      }

function signersOf(database: Kysely<Schema>, documentId: string) {
  return (
    database
      .selectFrom('signers')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .leftJoin('guests', 'guests.user_id', 'signers.user_id')
      .where('signers.document_id', '=', documentId)
      // In their slots; in one slot, who was replaced before who took it over.
      .orderBy('signers.ordinal')
      .orderBy(sql`signers.state not in ('replaced', 'removed')`)
      .orderBy('signers.operated_at')
      .select(['signers.id', 'users.user_id', 'signers.signer_name as name', 'signers.stage', 'signers.state'])
      .select(['signers.reason as signs_for', 'signers.read_all'])
      .select(['signers.disclaimer_title', 'signers.disclaimer_text'])
      .select(['signers.certificate_id', 'signers.certificate_alias'])
      .select((eb) =>
        eb
          .exists(eb.selectFrom('page_views').whereRef('page_views.signer_id', '=', 'signers.id').select('page'))
          .as('has_opened'),
      )
      .select(['signers.called_at', 'signers.operated_at', 'signers.rejection_reason'])
      .select(['guests.user_id as guest_id', 'guests.legal_id', 'guests.proves_phone'])
      .select(['users.email', 'users.phone', 'users.language'])
      .select((eb) =>
        eb
          .selectFrom('invitations')
          .whereRef('invitations.signer_id', '=', 'signers.id')
          .select((inner) => inner.fn.min('email_proved_at').as('at'))
          .as('proved_at'),
      )
      .execute()
  )
}

function approversOf(database: Kysely<Schema>, documentId: string) {
  return database
    .selectFrom('approvers')
    .innerJoin('users', 'users.id', 'approvers.user_id')
    .where('approvers.document_id', '=', documentId)
    .orderBy('users.user_id')
    .select(['approvers.id', 'approvers.signer_id', 'users.user_id', 'users.name', 'approvers.state'])
    .select(['approvers.operated_at', 'approvers.rejection_reason'])
    .execute()
}
