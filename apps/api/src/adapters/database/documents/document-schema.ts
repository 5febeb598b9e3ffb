/** Documents, and what lies on them: revisions, the parts that people have in them, fields, attachments. */
import type {
  AccessMethod,
  ApproverState,
  DocumentState,
  PassingOn,
  ReminderPolicy,
  SignerState,
} from '@rubrica/domain'
import type { ColumnType, Generated } from 'kysely'
import type { BigInteger, Instant, MaybeInstant } from '../column-types.ts'
import type { DeputyColumns } from '../substitutions/substitution-schema.ts'

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
  /** Null: as its subscription says. */
  reminders: ColumnType<ReminderPolicy | null, ReminderPolicy | null, never>
}

/** When somebody is reminded by itself that something waits for them. */
/** Nobody has acted yet when a row is made. */
type MaybeDeputyColumns = {
  [Name in keyof DeputyColumns]: ColumnType<string | null, never, string | null>
}

interface ReminderColumns {
  reminded_at: MaybeInstant
  /** Since somebody reminded them, or ever. */
  reminders: Generated<number>
  /** Whether somebody has looked when, since it changed. */
  reminders_planned: Generated<boolean>
  /** Null for never. */
  next_reminder_at: MaybeInstant
  /** When somebody else is told; null for never. */
  escalates_at: MaybeInstant
}

interface RevisionTable {
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

export interface SignerTable extends ReminderColumns, MaybeDeputyColumns {
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
  delegable: Generated<boolean>
  /** Repeated on each signer, as the rest of what is said of the document. */
  passing_on: Generated<PassingOn>
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
  /** When it became their turn; null as long as it has not. */
  called_at: MaybeInstant
  folded_file_name: Generated<string>
  folded_sender_name: Generated<string>
  folded_tag: Generated<string>
  operated_at: MaybeInstant
  rejection_reason: string | null
  access_method: AccessMethod | null
}

interface SignatureFieldTable {
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

interface ApproverTable extends ReminderColumns, MaybeDeputyColumns {
  id: string
  document_id: string
  signer_id: string
  subscription_id: string
  user_id: string
  state: ApproverState
  notified_at: MaybeInstant
  operated_at: MaybeInstant
  /** The revision that was current when they decided. */
  decided_revision: number | null
  rejection_reason: string | null
}

interface AttachmentTable {
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

export interface DocumentTables {
  documents: DocumentTable
  revisions: RevisionTable
  signers: SignerTable
  signature_fields: SignatureFieldTable
  approvers: ApproverTable
  attachments: AttachmentTable
}
