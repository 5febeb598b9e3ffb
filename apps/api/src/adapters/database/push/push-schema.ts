import type { Generated } from 'kysely'
import type { NoticeKind } from '../../../modules/push/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0072-notices.ts. */
interface PushKeyTable {
  id: string
  wrapped_private_key: Buffer
  created_at: Instant
}

interface NoticeSettingsTable {
  user_id: string
  time_zone: string
  night_from: string | null
  night_until: string | null
  quiet_weekends: boolean
}

interface PushDeviceTable {
  id: string
  user_id: string
  name: string
  endpoint_digest: Buffer
  sealed_endpoint: Buffer
  created_at: Instant
  reached_at: MaybeInstant
}

interface NoticeTable {
  device_id: string
  kind: NoticeKind
  cause: string
  created_at: Instant
  state: Generated<'waiting' | 'taken' | 'moot' | 'given-up'>
  due_at: Instant
  hold: string | null
  held_until: MaybeInstant
  tries: Generated<number>
}

interface CalendarTable {
  user_id: string
  secret_hash: Buffer
  created_at: Instant
}

export interface PushTables {
  push_keys: PushKeyTable
  notice_settings: NoticeSettingsTable
  push_devices: PushDeviceTable
  notices: NoticeTable
  calendars: CalendarTable
}
