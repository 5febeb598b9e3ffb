import type { Kysely } from 'kysely'
import { newId } from '@rubrica/domain'
import { INTERRUPTED, type Attempt, type Lease } from '../../../modules/signing/ports.ts'
import { principalOf } from '../../../modules/substitutions/ports.ts'
import { writeAroundSequence } from '../audit/append-audit-event.ts'
import { factsOfOffice } from '../audit/facts-of-identification.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { mayAct, SIGNER_OFFERED } from '../substitutions/offered.ts'

const DIVISION_BY_ZERO = '22012'

/**
 * The whole claim in one statement, which is a transaction of its own. The document's row is locked first; what other
 * rows say is compared again as their locks are taken, so that of two claims at once one finds nothing to change.
 *
 * The attempt's row may be there already. An interrupted one is taken up again, under an id of its own: the process
 * that was interrupted may only be slow, and must not end what is not its any more. Any other is somebody's answer, and
 * the division by zero undoes what this statement has done to the signer.
 *
 * The disk is not waited for: PostgreSQL writes its log in order, so that whatever rests on a claim carries it along,
 * and a claim that a power cut takes away never was.
 */
const CLAIM = `
  with document as materialized (
    select id, audit_sequence + 1 as sequence, audit_hash as previous from documents
    where id = $1::uuid and state = 'open' and (deadline is null or deadline > $2::timestamptz) for update
  ), signer as (
    update signers set state = 'signing', access_method = $3::text from document
    where signers.id = $4::uuid and signers.document_id = document.id and signers.user_id = $5::uuid
      and signers.state = 'pending'
      and ${mayAct(SIGNER_OFFERED, { substitution: '$13::uuid', deputy: '$14::uuid', at: '$2::timestamptz' })}
    returning signers.id, signers.document_id, signers.subscription_id
  ), attempt as (
    insert into signing_attempts as earlier
      (id, signer_id, document_id, subscription_id, user_id, certificate_id, attempt_key, state, lease_owner,
       lease_until, access_method, created_at, updated_at, substitution_id)
    select $6::uuid, signer.id, signer.document_id, signer.subscription_id, $14::uuid, $7::uuid, $8::text,
      'signing', $9::text, $10::timestamptz, $3::text, $2::timestamptz, $2::timestamptz, $13::uuid
    from signer
    on conflict (signer_id, attempt_key) do update set
      id = excluded.id, state = excluded.state, certificate_id = excluded.certificate_id,
      lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, outcome_code = null,
      user_id = excluded.user_id, substitution_id = excluded.substitution_id, base_revision = null,
      shown_digest = null, signed_digest = null, access_method = excluded.access_method,
      updated_at = excluded.updated_at
    where earlier.outcome_code = '${INTERRUPTED}'
    returning earlier.id
  ), written as (
    select document.id, sequence, previous, $11::text || sequence || $12::text as canonical from document, attempt
  ), event as (
    select written.*, sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || convert_to(canonical, 'UTF8')) as hash
    from written
  ), logged as (
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, previous_hash, hash)
    select event.id, sequence, signer.subscription_id, 'signature-started', $2::timestamptz, canonical, previous, hash
    from event, signer
  ), chained as (
    update documents set audit_sequence = event.sequence, audit_hash = event.hash, last_event_at = $2::timestamptz from event
    where documents.id = event.id
  ), hurried as materialized (select set_config('synchronous_commit', 'off', true))
  select attempt.id, 1 / (case when attempt.id is null then 0 else 1 end) as is_claimed
  from hurried cross join signer left join attempt on true`

/** @returns the attempt's id, or undefined when the signer is not to be had. */
export async function claimSignature(
  database: Kysely<Schema>,
  attempt: Attempt,
  lease: Lease,
): Promise<string | undefined> {
  const attemptId = newId()
  const { before, after } = writeAroundSequence(startOf(attempt, attemptId))
  const claiming = preparedQuery<{ id: string }>(CLAIM, [
    attempt.documentId,
    attempt.at,
    attempt.accessMethod,
    attempt.signerId,
    principalOf(attempt),
    attemptId,
    attempt.certificateId,
    attempt.attemptKey,
    lease.owner,
    lease.until,
    before,
    after,
    attempt.office?.substitutionId ?? null,
    attempt.userId,
  ])
  try {
    return (await database.executeQuery(claiming)).rows[0]?.id
  } catch (error) {
    if ((error as { code?: string }).code === DIVISION_BY_ZERO) return undefined
    throw error
  }
}

const startOf = (attempt: Attempt, attemptId: string) => ({
  documentId: attempt.documentId,
  type: 'signature-started' as const,
  at: attempt.at,
  facts: {
    signerId: attempt.signerId,
    transactionId: attemptId,
    certificateId: attempt.certificateId,
    accessMethod: attempt.accessMethod,
    ...(attempt.batchId !== undefined && { batchId: attempt.batchId }),
    ...(attempt.signatureSessionId !== undefined && { sessionId: attempt.signatureSessionId }),
    ...factsOfOffice(attempt),
    ...(attempt.acceptedIntegrity !== undefined && { acceptedIntegrity: attempt.acceptedIntegrity }),
  },
})
