import type { BulkActTable, BulkItemTable, SavedFilterTable } from './sending/bulk/bulk-schema.ts'
import type { BulkSendRowTable, BulkSendTable } from './bulk-sends/bulk-send-schema.ts'
import type { ContactTable, GroupMemberTable, GroupTable } from './contacts/contact-schema.ts'
import type { DraftTable } from './drafts/draft-schema.ts'
import type { KeyedRequestTable } from './idempotency/request-schema.ts'
import type { PersonalKeyTable } from './personal-keys/personal-key-schema.ts'
import type { SigningLinkTable } from './signing-links/link-schema.ts'
import type { TemplateFileTable, TemplateTable, TemplateVersionTable } from './templates/template-schema.ts'
import type { UploadTable } from './uploads/upload-schema.ts'
import type { WebhookEndpointTable, WebhookMessageTable, WebhookTryTable } from './webhooks/webhook-schema.ts'

/** What the calls of programs need. */
export interface ProgramTables {
  keyed_requests: KeyedRequestTable
  uploads: UploadTable
  drafts: DraftTable
  templates: TemplateTable
  template_versions: TemplateVersionTable
  template_files: TemplateFileTable
  contacts: ContactTable
  contact_groups: GroupTable
  contact_group_members: GroupMemberTable
  saved_filters: SavedFilterTable
  bulk_acts: BulkActTable
  bulk_items: BulkItemTable
  bulk_sends: BulkSendTable
  webhook_endpoints: WebhookEndpointTable
  webhook_messages: WebhookMessageTable
  webhook_tries: WebhookTryTable
  bulk_send_rows: BulkSendRowTable
  personal_keys: PersonalKeyTable
  signing_links: SigningLinkTable
}
