import type { Generated } from 'kysely'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained where they are made: migrations/m0030-guests.ts and m0044-accounts-of-guests.ts. */
export interface GuestTables {
  guests: {
    user_id: string
    subscription_id: string
    legal_id: string | null
    proves_phone: boolean
    created_at: Instant
  }
  guest_accounts: {
    user_id: string
    subscription_id: string
    email: string
    created_at: Instant
  }
  invitations: {
    id: string
    signer_id: string
    of_link: Generated<boolean>
    secret_digest: Buffer
    created_at: Instant
    expires_at: Instant
    voided_at: MaybeInstant
    used_at: MaybeInstant
    code_digest: Buffer | null
    code_by: 'email' | 'phone' | null
    code_expires_at: MaybeInstant
    code_tries: Generated<number>
    codes_sent: Generated<number>
    code_sent_at: MaybeInstant
    email_proved_at: MaybeInstant
  }
}
