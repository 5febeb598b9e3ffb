import type { Generated } from 'kysely'
import type { Instant } from '../column-types.ts'

/** Columns are explained in migrations/m0042-contacts.ts. */
export interface ContactTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  person_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  language: Generated<string>
  created_at: Instant
}

export interface GroupTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  name: string
  team_id: string | null
  changes: Generated<number>
  created_at: Instant
  updated_at: Instant
}

export interface GroupMemberTable {
  group_id: string
  ordinal: number
  person_id: string | null
  contact_id: string | null
}
