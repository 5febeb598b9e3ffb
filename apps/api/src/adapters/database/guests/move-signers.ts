import { sql, type Transaction } from 'kysely'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import type { Schema } from '../schema.ts'

/** Who lost the document to somebody else keeps nothing of it. */
const LOST = ['replaced', 'removed'] as const

interface Move {
  readonly accountId: string
  readonly subscriptionId: string
  /** In lower case. */
  readonly address: string
  readonly at: Date
}

/**
 * Gives an account what its address was invited to as a guest: what waits, and what was decided. Where the sender wants
 * the phone proved too, that comes first. Each document says so in its log.
 * @returns how many there were
 */
export async function moveSigners(transaction: Transaction<Schema>, move: Move): Promise<number> {
  const found = await findSigners(transaction, move)
  if (found.length === 0) return 0
  await transaction
    .selectFrom('documents')
    .where(sql<boolean>`id = any(${found.map(({ document_id }) => document_id)}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  let moved = 0
  for (const signer of found) moved += (await moveSigner(transaction, move, signer)) ? 1 : 0
  return moved
}

type Found = Awaited<ReturnType<typeof findSigners>>[number]

/** One of each document: nobody signs it twice. */
function findSigners(transaction: Transaction<Schema>, { accountId, subscriptionId, address }: Move) {
  return transaction
    .selectFrom('signers')
    .innerJoin('guests', 'guests.user_id', 'signers.user_id')
    .innerJoin('users', 'users.id', 'guests.user_id')
    .where('guests.subscription_id', '=', subscriptionId)
    .where('users.legal_id_type', '=', 'GUEST')
    .where(sql<boolean>`lower(users.email) = ${address}`)
    .where('signers.state', 'not in', [...LOST])
    .where(
      sql<boolean>`(not guests.proves_phone or exists (
        select 1 from invitations where invitations.signer_id = signers.id and invitations.used_at is not null))`,
    )
    .where(
      sql<boolean>`not exists (select 1 from signers other
        where other.document_id = signers.document_id and other.user_id = ${accountId})`,
    )
    .distinctOn('signers.document_id')
    .orderBy('signers.document_id')
    .orderBy('signers.ordinal')
    .select(['signers.id', 'signers.document_id', 'signers.subscription_id', 'signers.user_id'])
    .execute()
}

async function moveSigner(transaction: Transaction<Schema>, { accountId, at }: Move, signer: Found): Promise<boolean> {
  const { id, document_id: documentId, subscription_id: subscriptionId, user_id: guestId } = signer
  const row = await transaction
    .updateTable('signers')
    .set({ user_id: accountId, guest_id: guestId })
    .where('id', '=', id)
    .where('user_id', '=', guestId)
    // Lost meanwhile.
    .where('state', 'not in', [...LOST])
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const facts = { signerId: id, before: guestId, after: accountId }
  await appendAuditEvent(transaction, { documentId, subscriptionId, type: 'guest-became-account', at, facts })
  return true
}
