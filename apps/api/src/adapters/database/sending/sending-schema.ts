import type { ColumnType, Generated } from 'kysely'
import type { Role } from '@rubrica/domain'

type Instant = ColumnType<Date, Date, Date>

export interface MembershipTable {
  user_id: string
  subscription_id: string
  roles: Generated<Role[]>
}

export interface TeamTable {
  id: string
  subscription_id: string
  name: string
  created_at: Instant
}

/** What one press of Send makes; its sender is a program, a person, or, with neither, the operator. */
export interface DispatchTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  message: Generated<string>
  created_at: Instant
}
