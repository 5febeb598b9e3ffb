import type { BigInteger, Instant } from '../column-types.ts'

export interface InstallationEventTable {
  sequence: BigInteger
  type: string
  at: Instant
  canonical: string
  previous_hash: Buffer | null
  hash: Buffer
}

/** The log of the installation. */
export interface InstallationTables {
  installation_chain: { is_only: boolean; sequence: BigInteger; hash: Buffer | null }
  installation_events: InstallationEventTable
  installation_personal_data: { commitment: Buffer; sequence: BigInteger; salt: Buffer; value: string }
}
