import type { SubstitutionKind } from '../../../modules/substitutions/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0074-substitutions.ts and m0077-deputies-told.ts. */
export interface SubstitutionTable {
  id: string
  subscription_id: string
  principal_id: string
  deputy_id: string
  kind: SubstitutionKind
  tags: string[] | null
  formula: string
  begins_at: Instant
  ends_at: Instant
  time_zone: string
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
