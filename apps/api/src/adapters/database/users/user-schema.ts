import type { Generated } from 'kysely'
import type { Instant, MaybeInstant } from '../column-types.ts'

export interface UserTable {
  id: string
  user_id: string
  name: string
  legal_id: string
  legal_id_type: string
  email: string
  /** False of what the person said and nobody has proved. */
  email_is_known: Generated<boolean>
  /** What it was when a mail came back; it may be another by now. */
  returned_address: string | null
  /** Empty until somebody has said. */
  language: string
  password_hash: string | null
  must_reset_password: Generated<boolean>
  active: Generated<boolean>
  certificate_flags: string[]
  failed_logins: Generated<number>
  locked_until: MaybeInstant
  signature_image: Buffer | null
  phone: string | null
  hidden_flags: Generated<string[]>
  token_generation: Generated<number>
  kept_token: string | null
  created_at: Instant
}
