/**
 * Tables of logins through others. Columns are explained in migrations/m0007-logins.ts and m0012-names-that-stay.ts.
 */
import type { Generated } from 'kysely'
import type { Instant } from '../column-types.ts'

export interface UserIdentityTable {
  provider: string
  issuer: string
  attribute: Generated<string>
  subject: string
  user_id: string
  linked_at: Instant
  is_certain: Generated<boolean>
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
  /** Null in a row of an earlier release. */
  issuer: string | null
  name_hash: Buffer | null
  session_index: string | null
  expires_at: Instant
}

export interface ProviderSessionTable {
  session_id: string
  name_hash: Buffer
  session_index: string | null
  expires_at: Instant
}

export interface ConsumedAssertionTable {
  id_hash: Buffer
  expires_at: Instant
}

export interface LoginTables {
  user_identities: UserIdentityTable
  login_attempts: LoginAttemptTable
  login_tickets: LoginTicketTable
  consumed_assertions: ConsumedAssertionTable
  provider_sessions: ProviderSessionTable
}
