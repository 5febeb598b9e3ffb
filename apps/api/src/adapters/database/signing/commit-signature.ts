import { type Kysely, type Transaction } from 'kysely'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { CompletedSignature, SignatureLevel } from '../../../modules/signing/ports.ts'
import type { ArchivePlan } from '../../jobs/archive-later.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import type { OwedWrites } from '../../replicas/owed-writes.ts'
import { factsOfIdentification, factsOfOffice, personalOfOffice } from '../audit/facts-of-identification.ts'
import { appendAuditEvents, type ChainEnd } from '../audit/append-audit-event.ts'
import { insertAcceptedDisclaimer } from '../documents/disclaimer-store.ts'
import { insertMadeCertificate } from '../certificates/insert-made-certificate.ts'
import { pagesDigestSql } from '../page-views/page-views.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { isNotRevoked } from '../substitutions/offered.ts'
import { wakeSigners } from '../documents/wake-signers.ts'

/** Ends the transaction without a change and says why. */
class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
  readonly why: 'base-moved' | 'lease-lost'

  constructor(why: 'base-moved' | 'lease-lost') {
    super(why)
    this.why = why
  }
}

export interface CommitHooks {
  readonly reach: Failpoint
  readonly owed: OwedWrites
  /** Asks for the long-term form. */
  readonly archive: ArchivePlan
  /** Asks for mails to the signers that this signature calls, to who sent the document, and at its end to all others. */
  readonly notify: Pick<NotifyPeople, 'signers' | 'sender' | 'copies' | 'parties' | 'guestsOfEnd'>
  /** A claim was let go since its process died or took too long. */
  readonly onExpired: () => void
}

/**
 * Makes a signature part of its document: new revision, signer signed, next signers called, document completed with its
 * last signer, all or nothing. The document's row is locked first, so that two signatures of one document wait for one
 * another instead of deadlocking.
 */
export async function commitSignature(
  database: Kysely<Schema>,
  signature: CompletedSignature,
  { reach, notify, archive }: CommitHooks,
): Promise<'signed' | 'base-moved' | 'lease-lost'> {
  try {
    await database.transaction().execute(async (transaction) => {
      await reach('commit-begun')
      const end = await advanceDocument(transaction, signature)
      await reach('document-advanced')
      const dueAt = new Date(signature.at.getTime() + archive.delayMs)
      const made = await insertSignature(transaction, signature, dueAt)
      const { isOpen, isShared, userId, pagesDigest } = made
      await insertMadeCertificate(transaction, signature)
      await insertAcceptedDisclaimer(transaction, signature)
      await reach('signature-inserted')
      if (isOpen) await notify.signers(transaction, await wakeSigners(transaction, signature.documentId, signature.at))
      else {
        if (made.hasCopies) await notify.copies(transaction, signature.documentId)
        if (made.hasGuests)
          await notify.guestsOfEnd(transaction, await findSignedGuests(transaction, signature.documentId))
        const { documentId, at } = signature
        if (isShared) await notify.parties(transaction, { documentId, event: 'completed', actorId: userId, at })
      }
      // Where a program sent it, the person who signs waits for no statement of this.
      if (end.user_id !== null) {
        const { documentId, at } = signature
        await notify.sender(transaction, { documentId, event: isOpen ? 'signed' : 'completed', actorId: userId, at })
      }
      await reach('next-signers-opened')
      await writeAudit(transaction, signature, { completed: !isOpen, end, pagesDigest })
      await archive.later(transaction, signature.documentId, dueAt)
      await signature.object.stored
      await reach('signing-audited')
    })
    return 'signed'
  } catch (error) {
    if (error instanceof NotCommitted) return error.why
    throw error
  }
}

/** Who signs as a guest, or has a place among people since. */
const IS_GUEST = `(signers.guest_id is not null or exists (select 1 from guests where guests.user_id = signers.user_id))`

async function findSignedGuests(transaction: Transaction<Schema>, documentId: string): Promise<string[]> {
  const text = `select id from signers where document_id = $1 and state = 'signed' and ${IS_GUEST}`
  const { rows } = await transaction.executeQuery(preparedQuery<{ id: string }>(text, [documentId]))
  return rows.map(({ id }) => id)
}

const ADVANCE = `
  update documents set current_revision = current_revision + 1
  where id = $1 and current_revision = $2 and state = 'open' and (deadline is null or deadline > $3)
  returning audit_sequence, audit_hash, user_id`

interface AdvancedDocument extends ChainEnd {
  /** The person who sent it. */
  readonly user_id: string | null
}

/** @returns the end of the document's chain of events, whose row is locked now, and who sent it. */
async function advanceDocument(
  transaction: Transaction<Schema>,
  signature: CompletedSignature,
): Promise<AdvancedDocument> {
  const { documentId, baseRevision, at } = signature
  const { rows } = await transaction.executeQuery(
    preparedQuery<AdvancedDocument>(ADVANCE, [documentId, baseRevision, at]),
  )
  if (!rows[0]) throw new NotCommitted('base-moved')
  return rows[0]
}

/** The document's level is the lowest of its signatures. */
const LOWEST_LEVEL: SignatureLevel = 'PAdES-BASELINE-B'

/** One statement: every row of it is under the lock of the document's row, which advanceDocument holds. */
const INSERT_SIGNATURE = `
  with revision as (
    insert into revisions
      (document_id, number, subscription_id, kind, object_id, base_length, length, digest, signer_id, created_at)
    values ($1, $2, $3, 'signature', $4, $5, $6, $7, $8, $9)
  ), closed as (
    update signing_attempts set state = 'signed', lease_until = null, outcome_code = null, updated_at = $9,
      base_revision = coalesce($12, base_revision), shown_digest = coalesce(shown_digest, $13),
      signed_digest = coalesce($14, signed_digest)
    where id = $10 and state = 'signing' and lease_owner = $11 and ${isNotRevoked('signing_attempts')}
    returning id, user_id, substitution_id
  ), signer as (
    update signers set state = 'signed', operated_at = $9, substitution_id = closed.substitution_id,
      acting_user_id = case when closed.substitution_id is not null then closed.user_id end
    from closed where signers.id = $8 and signers.state = 'signing'
    returning coalesce(signers.acting_user_id, signers.user_id) as user_id
  ), others as (
    select coalesce(bool_or(state in ('waiting', 'pending', 'signing')), false) as are_open,
      coalesce(bool_or(state = 'signed'), false) as have_signed
    from signers where document_id = $1 and id <> $8
  ), completed as (
    update documents set state = 'completed', ended_at = $9 from others where documents.id = $1 and not are_open
  ), archive as (
    insert into document_archives (document_id, subscription_id, state, level, due_at, updated_at)
    select $1, $3, case when are_open then 'none' else 'waiting' end, $16, $15, $9 from others
    on conflict (document_id) do update
    set state = excluded.state,
      level = case document_archives.level when '${LOWEST_LEVEL}' then '${LOWEST_LEVEL}' else excluded.level end, reason = null, cause = null, tries = 0, due_at = excluded.due_at, updated_at = $9
  )
  select exists (select 1 from closed) as is_ours, are_open, have_signed, (select user_id from signer) as user_id,
    ${pagesDigestSql('$8', '(select substitution_id from closed)')} as pages_digest,
    not are_open and exists (select 1 from copies where copies.document_id = $1) as has_copies,
    not are_open and exists (select 1 from signers where signers.document_id = $1 and ${IS_GUEST}) as has_guests
  from others`

interface InsertedSignature {
  readonly is_ours: boolean
  readonly are_open: boolean
  readonly have_signed: boolean
  readonly user_id: string | null
  readonly pages_digest: string
  readonly has_copies: boolean
  readonly has_guests: boolean
}

interface MadeSigned {
  /** Others sign yet. */
  readonly isOpen: boolean
  /** Others have signed. */
  readonly isShared: boolean
  /** Who has signed now. */
  readonly userId: string
  /** Of the pages that were served to them. */
  readonly pagesDigest: string
  /** It was the last signature, and people have copies. */
  readonly hasCopies: boolean
  /** It was the last signature, and guests are among the signers. */
  readonly hasGuests: boolean
}

/** The revision is there and the claim is used up; where nobody else has to sign, the document is completed. */
async function insertSignature(
  transaction: Transaction<Schema>,
  signature: CompletedSignature,
  dueAt: Date,
): Promise<MadeSigned> {
  const { rows } = await transaction.executeQuery(
    preparedQuery<InsertedSignature>(INSERT_SIGNATURE, [
      signature.documentId,
      signature.baseRevision + 1,
      signature.subscriptionId,
      signature.object.id,
      signature.baseLength,
      signature.length,
      Buffer.from(signature.digest),
      signature.signerId,
      signature.at,
      signature.attemptId,
      signature.lease.owner,
      ...digestsToRecord(signature),
      dueAt,
      signature.level,
    ]),
  )
  const [row] = rows
  if (!row?.is_ours || row.user_id === null) throw new NotCommitted('lease-lost')
  return {
    ...{ isOpen: row.are_open, isShared: row.have_signed, userId: row.user_id, pagesDigest: row.pages_digest },
    ...{ hasCopies: row.has_copies, hasGuests: row.has_guests },
  }
}

const digestsToRecord = ({ baseRevision, digests }: CompletedSignature) =>
  digests ? [baseRevision, Buffer.from(digests.shown), Buffer.from(digests.signed)] : [null, null, null]

/** The text itself may name people: its row has it, which the digest holds to what was agreed to. */
const factsOfTerms = ({ acceptedDisclaimer: terms }: CompletedSignature) =>
  terms && { disclaimer: terms.digest, disclaimerLanguage: terms.language, disclaimerAcceptedAt: terms.at }

async function writeAudit(
  transaction: Transaction<Schema>,
  signature: CompletedSignature,
  { completed, end, pagesDigest }: { completed: boolean; end: ChainEnd; pagesDigest: string },
): Promise<void> {
  const event = { documentId: signature.documentId, subscriptionId: signature.subscriptionId, at: signature.at }
  const { confirmedHolder } = signature
  const signed = {
    ...event,
    type: 'document-signed' as const,
    facts: {
      signerId: signature.signerId,
      transactionId: signature.attemptId,
      accessMethod: signature.accessMethod,
      revision: signature.baseRevision + 1,
      digest: Buffer.from(signature.digest).toString('hex'),
      certificateSerial: signature.certificateSerial,
      level: signature.level,
      pagesDigest,
      ...factsOfIdentification(signature),
      ...factsOfOffice(signature),
      ...factsOfTerms(signature),
      ...(confirmedHolder !== undefined && { holder: 'unknown' }),
    },
    personal: {
      signerName: signature.signerName,
      legalId: signature.legalId,
      ...personalOfOffice(signature),
      ...(confirmedHolder !== undefined && { confirmedHolder }),
      ...signature.whereabouts,
    },
  }
  const ended = { ...event, type: 'document-completed' as const, facts: { revision: signature.baseRevision + 1 } }
  await appendAuditEvents(transaction, completed ? [signed, ended] : [signed], end)
}
