import type { VerificationLevel } from '@rubrica/domain/verification-code'
import type { ColumnType, Generated } from 'kysely'
import type { MaybeInstant } from '../column-types.ts'

export interface VerificationTables {
  verification_codes: VerificationCodeTable
  verification_counts: VerificationCountTable
}

interface VerificationCodeTable {
  document_id: string
  subscription_id: string
  /** SHA-256. */
  digest: Buffer
  wrapped_code: Buffer
  /** Null: what is told of the documents of its subscription. */
  level: ColumnType<VerificationLevel | null, VerificationLevel | null | undefined, VerificationLevel | null>
  withdrawn_at: MaybeInstant
  /** Names and the document are told to who knows the end of a signer's legal id. */
  asks_holder: Generated<boolean>
  /** Answers that were looked at within the hour that began at `answers_since`, but for right ones. */
  answers: Generated<number>
  answers_since: ColumnType<Date | null, undefined, Date | null>
}

/** How often codes were looked up in an hour: never by whom. */
interface VerificationCountTable {
  hour: Date
  outcome: 'found' | 'unknown'
  count: ColumnType<string, number, number>
}
