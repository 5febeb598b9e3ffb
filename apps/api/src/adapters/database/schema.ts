import type { ColumnType, Generated } from 'kysely'
import type { AccessMethod, ApproverState, DocumentState, SignerState } from '@rubrica/domain'
import type { CodesTell } from '@rubrica/domain/verification-code'
import type {
  GrantTable,
  OneTimeCodeTable,
  ProviderAccountTable,
  ProviderStepTable,
  PushedRequestTable,
  SignaturePreparationTable,
  SigningBatchTable,
  SignatureSessionTable,
} from './grants/grant-schema.ts'
import type { MailAnswerTable, MailTable } from './mails/mail-schema.ts'
import type { SigningAttemptTable } from './signing/attempt-schema.ts'
import type {
  CopyTable,
  DispatchTable,
  LostDocumentTable,
  MembershipTable,
  PartyNewsTable,
  SenderNewsTable,
  TeamTable,
} from './sending/sending-schema.ts'
import type {
  AuditEventTable,
  AuditHeadEndTable,
  AuditLogLeafTable,
  AuditLogNodeTable,
  AuditVerifiedTable,
  AuditHeadTable,
  AuditKeyTable,
  AuditPersonalDataTable,
} from './audit/audit-schema.ts'
import type { ErrandTable } from './errands/errand-schema.ts'
import type { EvidenceFileTable, SealKeyTable } from './evidence-files/evidence-file-schema.ts'
import type { AcceptedDisclaimerTable, ApproverPageViewTable, PageViewTable } from './on-demand/consent-schema.ts'
import type { GuestTables } from './guests/guest-schema.ts'
import type { InstallationTables } from './installation-log/installation-log-schema.ts'
import type { ProgramTables } from './program-tables.ts'
import type { ServerKeyTables } from './server-keys/server-key-schema.ts'
import type { ObjectTables } from './objects/object-schema.ts'
import type { LoginTables } from './logins/login-schema.ts'
import type { EmailCodeTable, RecoveryTable, UnknownLoginTable } from './users/recovery-schema.ts'
import type { UserTable } from './users/user-schema.ts'
import type { VerificationTables } from './verification/verification-schema.ts'
import type { ArchiveTables } from './archiving/archive-schema.ts'
import type { BigInteger, Instant, MaybeInstant } from './column-types.ts'

export interface SubscriptionTable {
  id: string
  name: string
  primary_color: string
  primary_text_color: string
  secondary_color: string
  secondary_text_color: string
  logo: string | null
  /** People without an account may be asked to sign. */
  allows_guests: Generated<boolean>
  /** They may make an account. */
  allows_accounts: Generated<boolean>
  /** What verification codes tell; null: as the installation says. */
  verification: ColumnType<CodesTell | null, CodesTell | null | undefined, CodesTell | null>
  created_at: Instant
}

export interface ClientTable {
  id: string
  subscription_id: string
  name: string
  secret_hash: string
  redirect_uris: string[]
  return_urls: string[]
  frame_origins: Generated<string[]>
  scopes: string[]
  active: Generated<boolean>
  created_at: Instant
}

export interface TokenKeyTable {
  id: string
  public_jwk: ColumnType<Record<string, unknown>, string, string>
  wrapped_private_key: Buffer
  created_at: Instant
  retired_at: MaybeInstant
}

export interface DocumentTable {
  id: string
  subscription_id: string
  dispatch_id: string
  client_id: string | null
  /** The person who sent it, where no program did. */
  user_id: string | null
  /** Whose members see it too. */
  team_id: string | null
  folded_file_name: Generated<string>
  /** Counts the changes that the sender makes after sending, from 1. */
  version: Generated<number>
  file_name: string
  description: string
  tag: string
  sender_name: string
  state: DocumentState
  page_count: number
  deadline: MaybeInstant
  callback: string | null
  /** Null: what was said to everybody on its dispatch. */
  message: ColumnType<string | null, string | null | undefined, string | null>
  wrapped_data_key: Buffer | null
  current_revision: number
  arrived_signed: boolean | null
  audit_sequence: ColumnType<string, number | undefined, number | string>
  audit_hash: Buffer | null
  /** Of the last event of its log. */
  last_event_at: MaybeInstant
  /** Of its dispatch. */
  template_id: string | null
  uploaded_at: Instant
  ended_at: MaybeInstant
  /** When its evidence is to be made anew; a lease while somebody does. */
  evidence_due_at: MaybeInstant
}

export interface RevisionTable {
  document_id: string
  number: number
  subscription_id: string
  kind: 'intake' | 'fields' | 'signature' | 'validation_data' | 'archive_timestamp'
  object_id: string
  base_length: BigInteger
  length: BigInteger
  digest: Buffer
  signer_id: string | null
  created_at: Instant
}

export interface CertificateTable {
  id: string
  user_id: string
  type: string
  alias: string
  dn: string
  serial_number: string
  not_before: Instant
  not_after: Instant
  authentication_type: string
  pin_required: boolean
  key_algorithm: string
  certificate: Buffer
  chain: Buffer[]
  wrapped_key: Buffer | null
  server_key_version: number | null
  pin_reservations: Generated<object>
  pin_failures: Generated<number>
  locked_at: MaybeInstant
  provider_ref: string | null
  inputs: string[] | null
  max_documents: number | null
  qualified: Generated<boolean>
  scal: Generated<'1' | '2'>
  suspended: Generated<boolean>
  created_at: Instant
  deleted_at: MaybeInstant
}

export interface SignerTable {
  id: string
  document_id: string
  subscription_id: string
  user_id: string
  /** Who they were invited as, where they have made an account since. */
  guest_id: ColumnType<string | null, string | null | undefined, string | null>
  ordinal: number
  /** From 1: everybody of one signs at once, once all of those before have. */
  stage: Generated<number>
  signer_name: string
  state: SignerState
  reason: string | null
  read_all: boolean
  disclaimer_title: string | null
  disclaimer_text: string | null
  certificate_id: string | null
  certificate_alias: string | null
  /** The type that the sender demands. */
  certificate_type: string | null
  /** From the sender to this signer alone. */
  private_message: string | null
  has_attachment: boolean
  file_name: string
  upload_time: Instant
  tag: string
  sender_name: string
  description: string
  notified_at: MaybeInstant
  reminded_at: MaybeInstant
  /** When it became their turn; null as long as it has not. */
  called_at: MaybeInstant
  folded_file_name: Generated<string>
  folded_sender_name: Generated<string>
  folded_tag: Generated<string>
  operated_at: MaybeInstant
  rejection_reason: string | null
  access_method: AccessMethod | null
}

export interface SignatureFieldTable {
  id: string
  document_id: string
  signer_id: string
  subscription_id: string
  ordinal: number
  name: string
  page: number
  x: number | null
  y: number | null
  width: number | null
  height: number | null
  page_width: number | null
  page_height: number | null
}

export interface ApproverTable {
  id: string
  document_id: string
  signer_id: string
  subscription_id: string
  user_id: string
  state: ApproverState
  notified_at: MaybeInstant
  reminded_at: MaybeInstant
  operated_at: MaybeInstant
  /** The revision that was current when they decided. */
  decided_revision: number | null
  rejection_reason: string | null
}

export interface AttachmentTable {
  id: string
  document_id: string
  signer_id: string | null
  subscription_id: string
  file_name: string
  media_type: string
  object_id: string
  length: BigInteger
  page_count: number | null
  created_at: Instant
}

/**
 * Every table, for Kysely. Columns are explained where they are made: migrations/m0001-initial.ts. Some were renamed in
 * migrations/m0019-one-word-per-thing.ts.
 */
export interface Schema
  extends
    LoginTables,
    ProgramTables,
    GuestTables,
    VerificationTables,
    InstallationTables,
    ArchiveTables,
    ObjectTables,
    ServerKeyTables {
  subscriptions: SubscriptionTable
  users: UserTable
  user_subscriptions: MembershipTable
  teams: TeamTable
  team_members: { user_id: string; team_id: string; may_manage: boolean }
  clients: ClientTable
  token_keys: TokenKeyTable
  revoked_tokens: { id: string; expires_at: Instant }
  recoveries: RecoveryTable
  email_codes: EmailCodeTable
  unknown_logins: UnknownLoginTable
  dispatches: DispatchTable
  documents: DocumentTable
  sender_news: SenderNewsTable
  party_news: PartyNewsTable
  mails: MailTable
  mail_answers: MailAnswerTable
  lost_documents: LostDocumentTable
  copies: CopyTable
  revisions: RevisionTable
  certificates: CertificateTable
  provider_accounts: ProviderAccountTable
  provider_steps: ProviderStepTable
  signing_batches: SigningBatchTable
  signature_preparations: SignaturePreparationTable
  signature_sessions: SignatureSessionTable
  one_time_codes: OneTimeCodeTable
  grants: GrantTable
  pushed_requests: PushedRequestTable
  errands: ErrandTable
  signers: SignerTable
  accepted_disclaimers: AcceptedDisclaimerTable
  signature_fields: SignatureFieldTable
  approvers: ApproverTable
  attachments: AttachmentTable
  signing_attempts: SigningAttemptTable
  page_views: PageViewTable
  approver_page_views: ApproverPageViewTable
  audit_events: AuditEventTable
  audit_personal_data: AuditPersonalDataTable
  audit_keys: AuditKeyTable
  audit_heads: AuditHeadTable
  audit_head_ends: AuditHeadEndTable
  audit_log_leaves: AuditLogLeafTable
  audit_log_nodes: AuditLogNodeTable
  audit_verified: AuditVerifiedTable
  evidence_files: EvidenceFileTable
  seal_keys: SealKeyTable
  silent_replicas: { instance: string }
  installation: { id: string }
  call_counts: { key_hash: Uint8Array; count: number; expires_at: Instant }
}
