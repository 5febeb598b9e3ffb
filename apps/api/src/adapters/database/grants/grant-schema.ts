/**
 * Tables between the choice of a certificate and its signature. Columns are explained in migrations/m0004-providers.ts
 * and m0009-authorisations.ts.
 */
import type { Instant, MaybeInstant } from '../column-types.ts'

export interface ProviderAccountTable {
  user_id: string
  provider: string
  label: string
  sealed_state: Buffer
  server_key_version: number
  linked_at: Instant
  synchronised_at: MaybeInstant
}

export interface ProviderStepTable {
  user_id: string
  provider: string
  purpose: 'link' | 'sign'
  sealed_state: Buffer
  expires_at: Instant
}

export interface SigningBatchTable {
  id: string
  user_id: string
  certificate_id: string
  signer_ids: string[]
  created_at: Instant
  expires_at: Instant
}

export interface SignaturePreparationTable {
  signer_id: string
  certificate_id: string
  substitution_id: string | null
  base_revision: number
  digest: Buffer
  sealed_prepared: Buffer
  created_at: Instant
  expires_at: Instant
}

export interface SignatureSessionTable {
  id: string
  user_id: string
  certificate_id: string
  batch_id: string | null
  digests: Buffer[]
  state: 'waiting' | 'open' | 'closed'
  sealed_state: Buffer | null
  created_at: Instant
  expires_at: Instant
}

export interface OneTimeCodeTable {
  id: string
  user_id: string
  certificate_id: string
  batch_id: string | null
  digests: Buffer[]
  code_hash: Buffer
  tries_left: number
  created_at: Instant
  expires_at: Instant
  used_at: MaybeInstant
}

export interface GrantTable {
  id: string
  client_id: string
  kind: 'service' | 'credential'
  phase: 'asked' | 'waiting' | 'opened' | 'coded' | 'granted' | 'ended'
  redirect_uri: string | null
  redirect_named: boolean
  state: string | null
  certificate_types: string[]
  wanted_certificate_id: string | null
  certificate_id: string | null
  hashes: Buffer[]
  hash_algorithm: string | null
  further: number
  description: string | null
  code_challenge: string | null
  code_challenge_method: string | null
  user_id: string | null
  token_generation: number | null
  secret_hash: Buffer | null
  code_hash: Buffer | null
  sealed_key: Buffer | null
  created_at: Instant
  expires_at: Instant
}

export interface PushedRequestTable {
  id: Buffer
  client_id: string
  request: string
  expires_at: Instant
}
