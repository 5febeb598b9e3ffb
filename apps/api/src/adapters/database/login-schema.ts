/** Tables of logins through others. Columns are explained in migrations/m0007-logins.ts. */
import type { ColumnType } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

export interface UserIdentityTable {
  provider: string
  issuer: string
  subject: string
  user_id: string
  linked_at: Instant
}

export interface LoginAttemptTable {
  key_hash: Buffer
  provider: string
  browser_hash: Buffer
  created_at: Instant
  expires_at: Instant
}

export interface LoginTicketTable {
  ticket_hash: Buffer
  browser_hash: Buffer
  user_id: string
  expires_at: Instant
}

export interface ConsumedAssertionTable {
  id_hash: Buffer
  expires_at: Instant
}
