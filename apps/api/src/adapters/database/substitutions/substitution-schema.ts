import type { SubstitutionKind } from '../../../modules/substitutions/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0074-substitutions.ts, m0077-deputies-told.ts and m0085-mandates.ts. */
export interface SubstitutionTable {
  id: string
  subscription_id: string
  principal_id: string
  deputy_id: string
  kind: SubstitutionKind
  tags: string[] | null
  senders: string[] | null
  folded_senders: string[] | null
  formula: string
  begins_at: Instant
  ends_at: Instant
  time_zone: string
  mandate_id: string | null
  mandate_name: string | null
  mandate_digest: Buffer | null
  proposed_at: Instant
  accepted_at: MaybeInstant
  told_at: MaybeInstant
  announced_at: MaybeInstant
  ended_at: MaybeInstant
  ended_by: 'principal' | 'deputy' | null
}

/** In the rows of signers and approvers: who acted in the name of the person, and by which substitution. */
export interface DeputyColumns {
  acting_user_id: string | null
  substitution_id: string | null
}
