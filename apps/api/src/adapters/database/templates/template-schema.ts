import type { ColumnType, Generated } from 'kysely'
import type { Share } from '../../../modules/sending/templates/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0037-templates.ts. */
export interface TemplateTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  name: string
  share: Share
  team_id: string | null
  version: Generated<number>
  changes: Generated<number>
  created_at: Instant
  updated_at: Instant
  archived_at: MaybeInstant
}

export interface TemplateVersionTable {
  template_id: string
  version: number
  sealed_content: Buffer
  sealed_summary: Buffer
  client_id: string | null
  user_id: string | null
  created_at: Instant
}

export interface TemplateFileTable {
  id: string
  template_id: string
  length: ColumnType<string, number, number>
  digest: Buffer
  pages: ColumnType<unknown, string, string>
  findings: string[]
  object_id: string
  key_name: string
  wrapped_data_key: Buffer
  created_at: Instant
}
