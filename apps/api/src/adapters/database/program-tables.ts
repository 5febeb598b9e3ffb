import type { DraftTable } from './drafts/draft-schema.ts'
import type { KeyedRequestTable } from './idempotency/request-schema.ts'
import type { PersonalKeyTable } from './personal-keys/personal-key-schema.ts'
import type { UploadTable } from './uploads/upload-schema.ts'

/** What the calls of programs need. */
export interface ProgramTables {
  keyed_requests: KeyedRequestTable
  uploads: UploadTable
  drafts: DraftTable
  personal_keys: PersonalKeyTable
}
