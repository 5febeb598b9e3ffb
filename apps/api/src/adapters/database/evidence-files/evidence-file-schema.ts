import type { ColumnType, Generated } from 'kysely'
import type { BigInteger, Instant, MaybeInstant } from '../column-types.ts'

/** A version of the evidence of a document: of the sender's full edition, or of one person's reduced one. */
export interface EvidenceFileTable {
  document_id: string
  version: number
  /** Whose own values it opens, or nobody's; null for the full edition. */
  user_id: string | null
  subscription_id: string
  stand: string
  object_id: string
  /** Of the file as it was made, as the digest: another one is put in its place when the seal is renewed. */
  length: BigInteger
  digest: Buffer
  made_at: Instant
  is_newest: Generated<boolean>
  renew_at: MaybeInstant
  renew_tries: Generated<number>
  renew_reason: ColumnType<string | null, string | null | undefined, string | null>
}

/** The key of the seal that the installation made itself. */
export interface SealKeyTable {
  id: string
  wrapped_private_key: Buffer
  certificate: Buffer
  created_at: Instant
}
