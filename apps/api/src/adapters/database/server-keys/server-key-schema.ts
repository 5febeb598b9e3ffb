import type { ColumnType, Generated } from 'kysely'
import type { ServerKeyState } from '../../../ports/server-keys.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0057-server-keys.ts. */
export interface ServerKeyTables {
  server_keys: {
    version: number
    fingerprint: string
    state: ServerKeyState
    staged_at: Instant
    activated_at: MaybeInstant
    retired_at: MaybeInstant
  }
  server_key_rewraps: { place: string; version: number; after: ColumnType<string[], string, string> }
  replicas: {
    instance: string
    reported_at: Instant
    steady_since: Instant
    role: Generated<string>
    release: string | null
    server_keys: Readonly<Record<string, string>> | null
    active_key: number | null
  }
}
