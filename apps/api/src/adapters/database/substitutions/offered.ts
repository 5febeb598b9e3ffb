import { sql, type RawBuilder } from 'kysely'
import type { Acting } from '../../../modules/sessions/ports.ts'
import type { DeputyColumns } from './substitution-schema.ts'

/**
 * What is offered to a deputy, in one place: lists, calls, claims and decisions ask the same. Each fragment is about a row
 * of `substitutions`.
 */

/** Whether it counts at a moment. @param at SQL of the moment */
export const inForce = (at: string): string => `(substitutions.accepted_at is not null
  and substitutions.ended_at is null and substitutions.begins_at <= ${at} and substitutions.ends_at > ${at})`

const TAGS = `string_to_array(lower(signers.tag), ',')`

/**
 * Documents of the subscription that bear a tag of the substitution and come from a sender of it, and are not for the
 * principal alone.
 */
const IN_SCOPE = `signers.subscription_id = substitutions.subscription_id
  and (substitutions.tags is null or substitutions.tags && ${TAGS}) and not 'personal' = any(${TAGS})
  and (substitutions.senders is null or btrim(signers.folded_sender_name) = any(substitutions.folded_senders))`

/**
 * Whether what a row of `signers` asks of the principal may be done by the deputy: not where a certificate of the
 * principal is demanded, not where the sender wants nobody else, and not by who approves it.
 */
export const SIGNER_OFFERED = `(signers.user_id = substitutions.principal_id and ${IN_SCOPE}
  and signers.certificate_id is null and signers.delegable
  and not exists (select from approvers as judging
    where judging.signer_id = signers.id and judging.user_id = substitutions.deputy_id))`

/** The same of a row of `approvers`, joined with its row of `signers`: nobody approves what they sign. */
export const APPROVER_OFFERED = `(approvers.user_id = substitutions.principal_id and ${IN_SCOPE}
  and signers.delegable and signers.user_id <> substitutions.deputy_id
  and not exists (select from approvers as judging
    where judging.signer_id = signers.id and judging.user_id = substitutions.deputy_id))`

interface ActingSql {
  readonly substitution: string
  readonly deputy: string
  readonly at: string
}

/**
 * Whether somebody may do what a row asks: the person themselves, where there is no substitution, or a deputy at this
 * moment. An assistant does nothing.
 * @param offered SIGNER_OFFERED or APPROVER_OFFERED
 */
export const mayAct = (offered: string, { substitution, deputy, at }: ActingSql): string => `(${substitution} is null
  or exists (select from substitutions where substitutions.id = ${substitution} and substitutions.deputy_id = ${deputy}
    and substitutions.kind <> 'assistant' and ${inForce(at)} and ${offered}))`

/** The same, for statements that are put together. */
export function mayActAs(offered: string, { userId, office }: Acting, at: Date): RawBuilder<boolean> {
  const acting = { substitution: 'acting.substitution', deputy: 'acting.deputy', at: 'acting.at' }
  return sql<boolean>`exists (
    select from (
      select ${office?.substitutionId ?? null}::uuid as substitution, ${userId}::uuid as deputy, ${at}::timestamptz as at
    ) as acting where ${sql.raw(mayAct(offered, acting))})`
}

/** Whether a row is the person's own, where there is no substitution, or is offered to the deputy. */
export const isOfferedBy = (offered: string, substitutionId: string | null): RawBuilder<boolean> => sql<boolean>`(
  ${substitutionId}::uuid is null or exists (
    select from substitutions where substitutions.id = ${substitutionId}::uuid and ${sql.raw(offered)}))`

/** Whether nobody has ended the substitution, if any, by which the claim of a row was made. @param row a table */
export const isNotRevoked = (row: string): string => `(${row}.substitution_id is null or exists (
  select from substitutions where substitutions.id = ${row}.substitution_id and substitutions.ended_at is null))`

/** What an act in the name of another leaves in the row of the signer or approver. */
export const deputyColumns = ({ userId, office }: Acting): DeputyColumns => ({
  acting_user_id: office ? userId : null,
  substitution_id: office?.substitutionId ?? null,
})
