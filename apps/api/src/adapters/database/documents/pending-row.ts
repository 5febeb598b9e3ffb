import { sql } from 'kysely'
import type { Integrity, PassingOn } from '@rubrica/domain'
import type { RemarkMark } from '../../../modules/remarks/ports.ts'
import type { PendingDocument } from '../../../modules/pending-documents/ports.ts'

/** What a list says of a signer's row (joined with `users` and `documents`), the same for signers and approvers. */
export const PENDING_COLUMNS = [
  'signers.id as signer_id',
  'signers.document_id',
  'signers.signer_name',
  'signers.reason',
  'signers.read_all',
  'signers.disclaimer_text',
  'signers.certificate_id',
  'signers.certificate_alias',
  'signers.certificate_type',
  'signers.private_message',
  'signers.passing_on',
  'signers.has_attachment',
  'signers.file_name',
  'signers.upload_time',
  'signers.tag',
  'signers.sender_name',
  'signers.description',
  'users.legal_id_type',
  'documents.deadline',
] as const

/** Whether the signature is to be seen in several places. */
export const hasMorePositions = sql<boolean>`exists (
  select 1 from signature_fields where signature_fields.signer_id = signers.id and signature_fields.ordinal > 0)`.as(
  'has_more_positions',
)

export interface PendingRow {
  readonly signer_id: string
  readonly document_id: string
  readonly signer_name: string
  readonly reason: string | null
  readonly read_all: boolean
  readonly disclaimer_text: string | null
  readonly certificate_id: string | null
  readonly certificate_alias: string | null
  readonly certificate_type: string | null
  readonly private_message: string | null
  readonly passing_on: PassingOn
  readonly has_attachment: boolean
  readonly file_name: string
  readonly upload_time: Date
  readonly tag: string
  readonly sender_name: string
  readonly description: string
  readonly legal_id_type: string
  readonly deadline: Date | null
  readonly integrity: Integrity | null
  readonly has_more_positions: boolean
  readonly remark: RemarkMark | null
}

export function toPendingDocument(row: PendingRow): PendingDocument {
  return {
    documentId: row.document_id,
    signerId: row.signer_id,
    fileName: row.file_name,
    uploadTime: row.upload_time,
    tag: row.tag,
    senderName: row.sender_name,
    description: row.description,
    signerName: row.signer_name,
    legalIdType: row.legal_id_type,
    deadline: row.deadline,
    integrity: row.integrity ?? undefined,
    reason: row.reason,
    readAll: row.read_all,
    hasAttachment: row.has_attachment,
    hasDisclaimer: row.disclaimer_text !== null || row.has_more_positions,
    certificate: row.certificate_id ? { id: row.certificate_id, alias: row.certificate_alias ?? '' } : null,
    certificateType: row.certificate_type,
    privateMessage: row.private_message ?? '',
    passingOn: row.passing_on,
    remark: row.remark,
  }
}
