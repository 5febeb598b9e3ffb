import type { Kysely } from 'kysely'
import type { Sender, SentDocument } from '../../../modules/sending/ports.ts'
import { readArchiveStanding } from '../archiving/read-archive-standing.ts'
import type { Schema } from '../schema.ts'

/** A document with everybody on it, as its sender may see it; undefined when somebody else sent it. */
export async function readSentDocument(
  database: Kysely<Schema>,
  sender: Sender,
  documentId: string,
): Promise<SentDocument | undefined> {
  const document = await database
    .selectFrom('documents')
    .where('id', '=', documentId)
    .where('subscription_id', '=', sender.subscriptionId)
    .where('client_id', sender.clientId === null ? 'is' : '=', sender.clientId)
    .select(['id', 'state', 'file_name', 'page_count', 'uploaded_at', 'deadline', 'ended_at'])
    .executeTakeFirst()
  if (!document) return undefined
  const [signers, approvers, archive] = await Promise.all([
    signersOf(database, documentId),
    approversOf(database, documentId),
    readArchiveStanding(database, documentId),
  ])
  return {
    id: document.id,
    state: document.state,
    fileName: document.file_name,
    pageCount: document.page_count,
    uploadedAt: document.uploaded_at,
    deadline: document.deadline,
    endedAt: document.ended_at,
    archive,
    signers: signers.map((signer) => ({
      ...toPerson(signer),
      stage: signer.stage,
      approvers: approvers.filter(({ signer_id }) => signer_id === signer.id).map(toPerson),
    })),
  }
}

interface PersonRow<State> {
  readonly id: string
  readonly user_id: string
  readonly state: State
  readonly operated_at: Date | null
  readonly rejection_reason: string | null
}

const toPerson = <State>({ id, user_id, state, operated_at, rejection_reason }: PersonRow<State>) => ({
  id,
  userId: user_id,
  state,
  operatedAt: operated_at,
  rejectionReason: rejection_reason,
})

function signersOf(database: Kysely<Schema>, documentId: string) {
  return database
    .selectFrom('signers')
    .innerJoin('users', 'users.id', 'signers.user_id')
    .where('signers.document_id', '=', documentId)
    .orderBy('signers.ordinal')
    .select(['signers.id', 'users.user_id', 'signers.stage', 'signers.state', 'signers.operated_at'])
    .select('signers.rejection_reason')
    .execute()
}

function approversOf(database: Kysely<Schema>, documentId: string) {
  return database
    .selectFrom('approvers')
    .innerJoin('users', 'users.id', 'approvers.user_id')
    .where('approvers.document_id', '=', documentId)
    .orderBy('users.user_id')
    .select(['approvers.id', 'approvers.signer_id', 'users.user_id', 'approvers.state'])
    .select(['approvers.operated_at', 'approvers.rejection_reason'])
    .execute()
}
