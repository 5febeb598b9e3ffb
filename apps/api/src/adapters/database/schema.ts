import type { ColumnType, Generated } from 'kysely'
import type { ReminderPolicy } from '@rubrica/domain'
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
import type { DocumentTables } from './documents/document-schema.ts'
import type { MailTables } from './mails/mail-schema.ts'
import type { SigningAttemptTable } from './signing/attempt-schema.ts'
import type { PushTables } from './push/push-schema.ts'
import type { SigningRunTables } from './signing-runs/run-schema.ts'
import type {
  CopyTable,
  DispatchTable,
  LostDocumentTable,
  MembershipTable,
  PartyNewsTable,
  AskedNewsTable,
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
import type { PassingRequestTable } from './passing-on/passing-schema.ts'
import type { RemarkTable } from './remarks/remark-schema.ts'
import type { SubstitutionTable } from './substitutions/substitution-schema.ts'
import type { FactorTables } from './factors/factor-schema.ts'
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
import type { Instant, MaybeInstant } from './column-types.ts'

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
  /** Whoever logs in with a password has to have a second factor. */
  demands_factor: Generated<boolean>
  /** Nobody stands in for people of it without a mandate. */
  demands_mandate: Generated<boolean>
  /** What verification codes tell; null: as the installation says. */
  verification: ColumnType<CodesTell | null, CodesTell | null | undefined, CodesTell | null>
  /** Written as JSON; null: as is usual. */
  reminders: ColumnType<ReminderPolicy | null, string | null | undefined, string | null>
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
  expiry_told_at: MaybeInstant
}

/**
 * Every table, for Kysely. Columns are explained where they are made: migrations/m0001-initial.ts. Some were renamed in
 * migrations/m0019-one-word-per-thing.ts.
 */
export interface Schema
  extends
    SigningRunTables,
    PushTables,
    LoginTables,
    DocumentTables,
    MailTables,
    ProgramTables,
    GuestTables,
    FactorTables,
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
  sender_news: SenderNewsTable
  party_news: PartyNewsTable
  reminder_news: AskedNewsTable
  waiting_news: AskedNewsTable
  lost_documents: LostDocumentTable
  copies: CopyTable
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
  accepted_disclaimers: AcceptedDisclaimerTable
  signing_attempts: SigningAttemptTable
  page_views: PageViewTable
  substitutions: SubstitutionTable
  remarks: RemarkTable
  passing_requests: PassingRequestTable
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
