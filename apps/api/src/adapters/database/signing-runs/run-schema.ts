import type { ColumnType, Generated } from 'kysely'
import type { AccessMethod, RunItemState, RunState } from '@rubrica/domain'
import type { Identification } from '../../../modules/sessions/ports.ts'
import type { Office } from '../../../modules/substitutions/ports.ts'
import type { Whereabouts } from '../../../modules/signing/ports.ts'
import type { ItemToSign } from '../../../modules/signing/runs/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0070-signing-runs.ts, m0075-confirmed-one-by-one.ts and m0080-local-runs.ts. */
interface SigningRunTable {
  id: string
  user_id: string
  request_key: string | null
  certificate_id: string | null
  cert_type: Generated<string | null>
  access_method: AccessMethod
  identified_by: ColumnType<Identification | null, string | null, never>
  office: ColumnType<Office | null, string | null, never>
  token_generation: number
  confirmed_holder: string | null
  whereabouts: ColumnType<Whereabouts | null, string | null, never>
  state: Generated<RunState>
  paused: Generated<boolean>
  code: string | null
  created_at: Instant
  authorised_at: MaybeInstant
  ended_at: MaybeInstant
  expires_at: Instant
  due_at: Instant
  turn: Generated<string | null>
  held_by: Generated<string | null>
  held_until: Instant
}

interface SigningRunItemTable {
  id: string
  run_id: string
  position: number
  signer_id: string
  document_id: string | null
  accepted_disclaimer: string | null
  accept_changes: boolean
  state: RunItemState
  code: string | null
  signed_attributes: Buffer | null
  signature_scheme: ItemToSign['signatureScheme'] | null
  digest_algorithm: ItemToSign['digestAlgorithm'] | null
  document_digest: Buffer | null
  base_revision: number | null
  sealed_value: Buffer | null
  errand_id: Generated<string | null>
  asked_at: MaybeInstant
  told_at: MaybeInstant
  value_until: MaybeInstant
  tries: Generated<number>
  not_before: MaybeInstant
  ended_at: MaybeInstant
}

export interface SigningRunTables {
  signing_runs: SigningRunTable
  signing_run_items: SigningRunItemTable
}
