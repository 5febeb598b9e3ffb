import type { Generated } from 'kysely'
import type { ArchiveState, Integrity } from '@rubrica/domain'
import type { Instant, MaybeInstant } from '../column-types.ts'

interface DocumentEvidenceTable {
  document_id: string
  subscription_id: string
  revision: number
  object_id: string
  gathered_at: Instant
}

export interface DocumentArchiveTable {
  document_id: string
  subscription_id: string
  state: ArchiveState
  level: string
  reason: string | null
  cause: string | null
  tries: Generated<number>
  due_at: MaybeInstant
  renew_at: MaybeInstant
  updated_at: Instant
}

interface DocumentValidationTable {
  document_id: string
  digest: Buffer
  subscription_id: string
  rules: number
  integrity: Integrity
  object_id: string
  validated_at: Instant
}

export interface ArchiveTables {
  document_evidence: DocumentEvidenceTable
  document_archives: DocumentArchiveTable
  document_validations: DocumentValidationTable
}
