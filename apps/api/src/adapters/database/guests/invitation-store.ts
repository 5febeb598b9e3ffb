import { timingSafeEqual } from 'node:crypto'
import { sql, type Kysely, type Transaction, type Updateable } from 'kysely'
import type {
  CodeLimits,
  CodeTrial,
  Invitation,
  InvitationState,
  InvitationStore,
  NewCode,
  NewInvitation,
  ProofWay,
} from '../../../modules/guests/ports.ts'
import { keptSince } from '../../../modules/new-invitation.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { lacksLegalId } from './stated-legal-id.ts'

const AGAIN_PAUSE_MS = 60_000
const AGAIN_DAY_MS = 24 * 60 * 60_000
const MOST_A_DAY = 10

/** Invitations, in PostgreSQL: only hashes of what opens them. */
export class DatabaseInvitationStore implements InvitationStore {
  private readonly database: Kysely<Schema>
  private readonly notify: Pick<NotifyPeople, 'reminded' | 'guestsOfEnd'>

  constructor(database: Kysely<Schema>, notify: Pick<NotifyPeople, 'reminded' | 'guestsOfEnd'>) {
    this.database = database
    this.notify = notify
  }

  add(invitation: NewInvitation): Promise<void> {
    return inTransaction(this.database, async (transaction) => {
      // Two mails at once are one after the other, so that one invitation is left.
      await sql`select 1 from signers where id = ${invitation.signerId} for update`.execute(transaction)
      await putInvitation(transaction, invitation)
    })
  }

  async find(secretDigest: Buffer, at: Date): Promise<Invitation | undefined> {
    const row = await this.database
      .selectFrom('invitations')
      .innerJoin('signers', 'signers.id', 'invitations.signer_id')
      .innerJoin('users', 'users.id', 'signers.user_id')
      .leftJoin('guests', (join) => join.on(invitedAs))
      .leftJoin('users as invited', 'invited.id', 'guests.user_id')
      .innerJoin('documents', 'documents.id', 'signers.document_id')
      .where('invitations.secret_digest', '=', secretDigest)
      .select(['invitations.id', 'signers.id as signerId', 'signers.document_id as documentId'])
      .select(['signers.file_name as fileName', 'signers.sender_name as senderName', 'signers.state'])
      .select('users.token_generation as tokenGeneration')
      .select(['documents.state as documentState', 'documents.ended_at'])
      .select(['used_at', 'voided_at', 'expires_at', 'email_proved_at', 'guests.proves_phone'])
      .select(['users.id as userId', 'users.name', 'users.email', 'users.language'])
      .select((eb) => eb.fn.coalesce('invited.phone', 'users.phone').as('phone'))
      .select(['users.legal_id', lacksLegalId.as('proves_by_email')])
      .executeTakeFirst()
    if (!row) return undefined
    const { userId, name, email, phone, language } = row
    return {
      id: row.id,
      // Whoever has a legal id since signs with what states it, and logs in.
      state: row.proves_by_email ? stateOf(row, at) : 'over',
      signerId: row.signerId,
      documentId: row.documentId,
      fileName: row.fileName,
      senderName: row.senderName,
      isSigned: isSignedByAll(row, at),
      person: { userId, name, email, phone, language, legalId: row.legal_id, tokenGeneration: row.tokenGeneration },
      open: [
        ...(row.email_proved_at === null ? (['email'] as const) : []),
        ...(row.proves_phone ? (['phone'] as const) : []),
      ],
    }
  }

  keepCode(code: NewCode, { pauseMs, most }: CodeLimits): Promise<'kept' | 'over' | Date> {
    return inTransaction(this.database, async (transaction) => {
      const row = await lock(transaction, code.invitationId)
      const again = row.code_sent_at && new Date(row.code_sent_at.getTime() + pauseMs)
      // A code of another kind is no repetition.
      if (again && again > code.at && row.code_by === code.by) return again
      if (row.codes_sent >= most) return 'over'
      await transaction
        .updateTable('invitations')
        .set({ code_digest: code.digest, code_by: code.by, code_expires_at: code.expiresAt, code_tries: 0 })
        .set({ code_sent_at: code.at, codes_sent: row.codes_sent + 1 })
        .where('id', '=', code.invitationId)
        .execute()
      return 'kept'
    })
  }

  async withdrawCode(invitationId: string): Promise<void> {
    await this.database
      .updateTable('invitations')
      .set({ code_digest: null, code_expires_at: null, code_sent_at: null })
      .where('id', '=', invitationId)
      .execute()
  }

  tryCode(
    { invitationId, by, digest, at }: { invitationId: string; by: ProofWay; digest: Buffer; at: Date },
    tries: number,
  ): Promise<CodeTrial> {
    return inTransaction(this.database, async (transaction) => {
      const row = await lock(transaction, invitationId)
      if (!takesCode(row, { by, at, tries })) return 'none'
      if (!timingSafeEqual(row.code_digest!, digest)) {
        const left = tries - row.code_tries - 1
        await change(transaction, invitationId, { code_tries: row.code_tries + 1 })
        return { outcome: 'wrong', left }
      }
      const next = by === 'email' && row.proves_phone ? 'phone' : undefined
      await change(transaction, invitationId, {
        code_digest: null,
        code_expires_at: null,
        ...(by === 'email' && { email_proved_at: at }),
        ...(next === undefined && { used_at: at }),
      })
      if (next === undefined) await recordProof(transaction, row, at)
      return { outcome: 'right', next }
    })
  }

  askAgain(signerId: string, at: Date): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const locked = sql<{ state: string }>`select state from signers where id = ${signerId} for update`
      const [signer] = (await locked.execute(transaction)).rows
      const { lately, today } = await transaction
        .selectFrom('invitations')
        .where('signer_id', '=', signerId)
        .where('of_link', '=', false)
        .select((eb) => [
          eb.fn
            .countAll<string>()
            .filterWhere('created_at', '>', new Date(at.getTime() - AGAIN_PAUSE_MS))
            .as('lately'),
          eb.fn
            .countAll<string>()
            .filterWhere('created_at', '>', new Date(at.getTime() - AGAIN_DAY_MS))
            .as('today'),
        ])
        .executeTakeFirstOrThrow()
      if (Number(lately) > 0 || Number(today) >= MOST_A_DAY) return false
      if (signer?.state === 'signed') await this.notify.guestsOfEnd(transaction, [signerId])
      else await this.notify.reminded(transaction, 'signers', [signerId])
      return true
    })
  }
}

/**
 * The earlier ones of the signer by the same way, mail or link, open nothing any more. The caller holds a lock that keeps
 * others from the same.
 */
export async function putInvitation(transaction: Transaction<Schema>, invitation: NewInvitation): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ voided_at: invitation.createdAt })
    .where('signer_id', '=', invitation.signerId)
    .where('of_link', '=', invitation.isOfLink)
    .where('voided_at', 'is', null)
    .execute()
  await transaction
    .insertInto('invitations')
    .values({
      id: invitation.id,
      signer_id: invitation.signerId,
      of_link: invitation.isOfLink,
      secret_digest: invitation.secretDigest,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
      code_digest: null,
      code_by: null,
    })
    .execute()
}

/** As whom a signer was invited: who has an account since is still asked for what the sender asked. */
const invitedAs = sql<boolean>`guests.user_id = coalesce(signers.guest_id, signers.user_id)`

interface Ended {
  readonly state: Schema['signers']['state']
  readonly documentState: Schema['documents']['state']
  readonly ended_at: Date | null
}

/** They have signed it, and so has everybody else, not too long ago. */
const isSignedByAll = ({ state, documentState, ended_at: endedAt }: Ended, at: Date): boolean =>
  state === 'signed' && documentState === 'completed' && endedAt !== null && endedAt > keptSince(at)

interface Standing extends Ended {
  readonly used_at: Date | null
  readonly voided_at: Date | null
  readonly expires_at: Date
}

function stateOf(row: Standing, at: Date): InvitationState {
  const isAwaited = row.state === 'pending' || row.state === 'signing'
  if (!isAwaited && !isSignedByAll(row, at)) return 'over'
  if (row.voided_at !== null) return 'void'
  if (row.used_at !== null) return 'used'
  return row.expires_at <= at ? 'expired' : 'open'
}

type Changes = Updateable<Schema['invitations']>

function change(transaction: Transaction<Schema>, id: string, changes: Changes) {
  return transaction.updateTable('invitations').set(changes).where('id', '=', id).execute()
}

function lock(transaction: Transaction<Schema>, id: string) {
  return transaction
    .selectFrom('invitations')
    .innerJoin('signers', 'signers.id', 'invitations.signer_id')
    .leftJoin('guests', (join) => join.on(invitedAs))
    .where('invitations.id', '=', id)
    .selectAll('invitations')
    .select(['guests.proves_phone', 'signers.document_id', 'signers.subscription_id'])
    .forUpdate('invitations')
    .executeTakeFirstOrThrow()
}

type Locked = Awaited<ReturnType<typeof lock>>

/** Whether a code of this kind was sent that still may be tried. */
function takesCode(row: Locked, { by, at, tries }: { by: ProofWay; at: Date; tries: number }): boolean {
  const isOver = row.used_at !== null || row.voided_at !== null
  const isThere = row.code_digest !== null && row.code_expires_at !== null && row.code_expires_at > at
  return !isOver && isThere && row.code_by === by && row.code_tries < tries
}

/** How they came, for the audit log; their calls say SSO. */
function recordProof(transaction: Transaction<Schema>, row: Locked, at: Date): Promise<void> {
  return appendAuditEvent(transaction, {
    documentId: row.document_id,
    subscriptionId: row.subscription_id,
    type: 'guest-proved',
    at,
    facts: { signerId: row.signer_id, invitationId: row.id, proved: row.proves_phone ? 'email phone' : 'email' },
  })
}
