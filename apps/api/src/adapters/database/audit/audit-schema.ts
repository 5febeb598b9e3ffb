import type { ColumnType } from 'kysely'
import type { BigInteger, Instant } from '../column-types.ts'

export interface AuditEventTable {
  document_id: string
  sequence: BigInteger
  subscription_id: string
  type: string
  at: Instant
  canonical: string
  previous_hash: Buffer | null
  hash: Buffer
}

export interface AuditPersonalDataTable {
  commitment: Buffer
  document_id: string
  subscription_id: string
  salt: Buffer
  value: string
}

export interface AuditKeyTable {
  id: string
  wrapped_private_key: Buffer
  created_at: Instant
}

export interface AuditHeadTable {
  until: Instant
  subscription_id: string
  canonical: string
  hash: Buffer
  signature: Buffer
  key_id: string
  token: Buffer | null
  created_at: Instant
}

export interface AuditLogLeafTable extends AuditHeadEndTable {
  position: BigInteger
}

export interface AuditLogNodeTable {
  subscription_id: string
  level: number
  position: BigInteger
  hash: Buffer
}

export interface AuditHeadEndTable {
  subscription_id: string
  document_id: string
  sequence: BigInteger
  hash: Buffer
}

export interface AuditVerifiedTable {
  subscription_id: string
  until: ColumnType<Date | null, Date | null, Date | null>
  position: BigInteger
}
