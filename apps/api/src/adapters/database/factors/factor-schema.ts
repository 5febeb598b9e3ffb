/** Columns are explained in migrations/m0073-second-factors.ts. */
import type { Generated } from 'kysely'
import type { BigInteger, Instant, MaybeInstant } from '../column-types.ts'

export interface TotpFactorTable {
  user_id: string
  sealed_secret: Buffer
  last_step: BigInteger
  added_at: Instant
  last_used_at: MaybeInstant
}

export interface TotpSetupTable {
  user_id: string
  sealed_secret: Buffer
  expires_at: Instant
}

export interface PasskeyTable {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: BigInteger
  transports: string[]
  name: string
  added_at: Instant
  last_used_at: MaybeInstant
}

export interface PasskeyChallengeTable {
  challenge_hash: Buffer
  purpose: string
  user_id: string | null
  session_id: string | null
  expires_at: Instant
}

export interface RecoveryCodeTable {
  user_id: string
  code_hash: Buffer
  used_at: MaybeInstant
}

export interface FactorTriesTable {
  user_id: string
  failures: number
  locked_until: MaybeInstant
}

export interface RememberedDeviceTable {
  id: string
  user_id: string
  secret_hash: Buffer
  name: string
  token_generation: Generated<number>
  remembered_at: Instant
  last_used_at: MaybeInstant
  expires_at: Instant
}

/** What people have besides a password. */
export interface FactorTables {
  totp_factors: TotpFactorTable
  totp_setups: TotpSetupTable
  passkeys: PasskeyTable
  passkey_challenges: PasskeyChallengeTable
  recovery_codes: RecoveryCodeTable
  factor_tries: FactorTriesTable
  remembered_devices: RememberedDeviceTable
}
