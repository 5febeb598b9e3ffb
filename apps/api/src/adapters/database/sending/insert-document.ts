import type { Insertable, Transaction } from 'kysely'
import { newId } from '@rubrica/domain'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import type { NewDispatch, NewDocument, NewSigner } from '../../../modules/sending/ports.ts'
import { beginChain } from '../audit/append-audit-event.ts'
import { toCopyRows } from '../copies/copy-rows.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { wordsOf } from '../documents/words-of.ts'
import { insertMessages, messageValues } from '../webhooks/queue-messages.ts'

/** What is written of each table, in the order in which they refer to one another. */
const COLUMNS = {
  dispatches: [
    ...(['id', 'subscription_id', 'client_id', 'user_id', 'message', 'template_id', 'template_version'] as const),
    'created_at',
  ],
  documents: [
    ...(['id', 'subscription_id', 'dispatch_id', 'client_id', 'user_id', 'team_id', 'folded_file_name'] as const),
    ...(['file_name', 'description', 'tag', 'sender_name', 'state', 'page_count', 'deadline', 'callback'] as const),
    ...(['wrapped_data_key', 'current_revision', 'arrived_signed', 'audit_sequence', 'audit_hash'] as const),
    ...(['last_event_at', 'uploaded_at', 'template_id', 'reminders'] as const),
  ],
  revisions: [
    ...(['document_id', 'subscription_id', 'number', 'kind', 'object_id', 'base_length', 'length', 'digest'] as const),
    'created_at',
  ],
  signers: [
    ...(['id', 'document_id', 'subscription_id', 'user_id', 'ordinal', 'stage', 'signer_name', 'state'] as const),
    ...(['reason', 'read_all', 'disclaimer_title', 'disclaimer_text', 'certificate_id', 'certificate_alias'] as const),
    ...(['certificate_type', 'private_message', 'delegable', 'passing_on'] as const),
    ...(['has_attachment', 'file_name', 'upload_time', 'called_at', 'folded_file_name', 'folded_sender_name'] as const),
    ...(['folded_tag', 'tag', 'sender_name', 'description'] as const),
  ],
  signature_fields: [
    ...(['id', 'document_id', 'subscription_id', 'signer_id', 'ordinal', 'name', 'page', 'x', 'y'] as const),
    ...(['width', 'height', 'page_width', 'page_height'] as const),
  ],
  approvers: ['id', 'document_id', 'subscription_id', 'signer_id', 'user_id', 'state'],
  copies: ['id', 'document_id', 'subscription_id', 'user_id', 'given_at'],
  attachments: [
    ...(['id', 'document_id', 'subscription_id', 'signer_id', 'file_name', 'media_type', 'object_id'] as const),
    ...(['length', 'page_count', 'created_at'] as const),
  ],
  audit_events: ['document_id', 'sequence', 'subscription_id', 'type', 'at', 'canonical', 'previous_hash', 'hash'],
  audit_personal_data: ['commitment', 'document_id', 'subscription_id', 'salt', 'value'],
} as const satisfies { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] }

type Table = keyof typeof COLUMNS
type Rows = {
  readonly [T in Table]: readonly Required<
    Pick<Insertable<Schema[T]>, (typeof COLUMNS)[T][number] & keyof Insertable<Schema[T]>>
  >[]
}

const TABLES = Object.keys(COLUMNS) as Table[]

/** One statement for any number of documents: what it takes is mostly the way there and back. */
const INSERT = `with ${TABLES.map((table, index) => {
  const columns = COLUMNS[table].join(', ')
  return `new_${table} as (insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, $${index + 1}::json))`
}).join(', ')}, messages as (
  ${insertMessages(`json_populate_recordset(null::documents, $${TABLES.indexOf('documents') + 1}::json)`, TABLES.length + 1)}
) select`

/** Rows as JSON that PostgreSQL takes for them; what is no text becomes what the driver would make of it. */
const asJson = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asJsonValue(value)]))),
  )

function asJsonValue(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  // PostgreSQL knows no sign before a year of five digits.
  if (value instanceof Date) return value.toISOString().replace(/^\+0*/, '')
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value
}

/** All rows of a dispatch and its documents, ready to be written. */
export interface DispatchRows {
  /** Of `INSERT`. */
  readonly values: readonly unknown[]
  readonly approverIds: readonly string[]
}

/**
 * Puts the rows together, which needs no transaction yet. A document's header is repeated on each signer's row, for the
 * list's index.
 */
export function composeRows(dispatch: NewDispatch): DispatchRows {
  const rows = rowsOf(dispatch)
  const sent = dispatch.documents.map((document) => ({ entry: sendingOf(document), sequence: 1 }))
  return {
    values: [...TABLES.map((table) => asJson(rows[table])), ...messageValues(sent)],
    approverIds: rows.approvers.map(({ id }) => id),
  }
}

export async function insertRows(transaction: Transaction<Schema>, { values }: DispatchRows): Promise<void> {
  await transaction.executeQuery(preparedQuery(INSERT, values))
}

function rowsOf(dispatch: NewDispatch): Rows {
  const { documents } = dispatch
  const logged = documents.map((document) => ({ document, ...beginChain(sendingOf(document)) }))
  return {
    dispatches: [dispatchRow(dispatch)],
    documents: logged.map(({ document, event }) => ({
      ...headerRow(document, event),
      template_id: dispatch.template?.id ?? null,
    })),
    revisions: documents.flatMap(revisionRows),
    signers: documents.flatMap((document) =>
      document.signers.map((signer, ordinal) => signerRow(document, signer, ordinal)),
    ),
    signature_fields: documents.flatMap((document) => document.signers.flatMap(fieldRows(document))),
    approvers: documents.flatMap(approverRows),
    copies: documents.flatMap(copyRows),
    attachments: documents.flatMap(attachmentRows),
    audit_events: logged.map(({ event }) => event),
    audit_personal_data: logged.flatMap(({ personal }) => personal),
  }
}

/** The row that documents of one press of Send have in common. */
const dispatchRow = ({ id, sender, message, template, at }: NewDispatch) => ({
  id,
  subscription_id: sender.subscriptionId,
  client_id: sender.clientId,
  user_id: sender.userId,
  message,
  template_id: template?.id ?? null,
  template_version: template?.version ?? null,
  created_at: at,
})

const keysOf = ({ id, sender }: NewDocument) => ({ document_id: id, subscription_id: sender.subscriptionId })

const revisionRows = (document: NewDocument) =>
  document.revisions.map((revision, number) => ({
    ...keysOf(document),
    number,
    kind: revision.kind,
    object_id: revision.objectId,
    base_length: revision.baseLength,
    length: revision.length,
    digest: revision.digest,
    created_at: document.at,
  }))

const headerRow = (document: NewDocument, lastEvent: { sequence: number; hash: Buffer }) => {
  const { order, sender } = document
  return {
    id: document.id,
    subscription_id: sender.subscriptionId,
    dispatch_id: document.dispatchId,
    client_id: sender.clientId,
    user_id: sender.userId,
    team_id: document.teamId,
    folded_file_name: wordsOf(order).folded_file_name,
    file_name: order.fileName,
    description: order.description,
    tag: order.tags.join(','),
    sender_name: order.senderName,
    state: 'open' as const,
    page_count: document.pageCount,
    deadline: order.deadline === undefined ? null : new Date(order.deadline),
    callback: order.callback ?? null,
    reminders: order.reminders ?? null,
    wrapped_data_key: Buffer.from(document.wrappedKey),
    current_revision: document.revisions.length - 1,
    arrived_signed: document.arrivedSigned,
    audit_sequence: lastEvent.sequence,
    audit_hash: lastEvent.hash,
    last_event_at: document.at,
    uploaded_at: document.at,
  }
}

function signerRow(document: NewDocument, signer: NewSigner, ordinal: number) {
  const { order } = document
  return {
    ...keysOf(document),
    id: signer.id,
    user_id: signer.userId,
    ordinal,
    stage: signer.stage,
    signer_name: signer.name,
    state: signer.state,
    reason: signer.reason,
    read_all: signer.readAll,
    delegable: signer.delegable,
    disclaimer_title: signer.disclaimer?.title ?? null,
    disclaimer_text: signer.disclaimer?.text ?? null,
    certificate_id: signer.certificate?.id ?? null,
    certificate_alias: signer.certificate?.alias ?? null,
    certificate_type: signer.certificateType,
    private_message: signer.privateMessage,
    passing_on: order.passingOn ?? 'no',
    has_attachment: document.attachments.some(
      ({ signerIds }) => signerIds.length === 0 || signerIds.includes(signer.id),
    ),
    file_name: order.fileName,
    upload_time: document.at,
    called_at: signer.state === 'pending' ? document.at : null,
    ...wordsOf(order),
    tag: order.tags.join(','),
    sender_name: order.senderName,
    description: order.description,
  }
}

function pageSizeColumns({ sizeOf }: NewDocument, page: number) {
  const size = sizeOf(page)
  return { page_width: size?.width ?? null, page_height: size?.height ?? null }
}

const fieldRows = (document: NewDocument) => (signer: NewSigner) =>
  signer.fields.map(({ name, page, box }, ordinal) => ({
    ...keysOf(document),
    ...pageSizeColumns(document, page),
    id: newId(),
    signer_id: signer.id,
    ordinal,
    name,
    page,
    x: box?.x ?? null,
    y: box?.y ?? null,
    width: box?.width ?? null,
    height: box?.height ?? null,
  }))

const approverRows = (document: NewDocument) =>
  document.signers.flatMap((signer) =>
    signer.approverIds.map((userId) => ({
      ...keysOf(document),
      id: newId(),
      signer_id: signer.id,
      user_id: userId,
      state: 'pending' as const,
    })),
  )

const copyRows = (document: NewDocument) =>
  toCopyRows({ ...keysOf(document), userIds: document.copies, at: document.at })

function attachmentRows(document: NewDocument) {
  const addressed = document.attachments.flatMap((attachment) => {
    const { signerIds } = attachment
    return (signerIds.length > 0 ? signerIds : [null]).map((signerId) => ({ attachment, signerId }))
  })
  return addressed.map(({ attachment, signerId }) => ({
    ...keysOf(document),
    id: newId(),
    signer_id: signerId,
    file_name: attachment.fileName,
    media_type: attachment.mediaType,
    object_id: attachment.objectId,
    length: attachment.length,
    page_count: attachment.pageCount,
    created_at: document.at,
  }))
}

function sendingOf(document: NewDocument): AuditEntry {
  const { order, sender, revisions } = document
  return {
    documentId: document.id,
    subscriptionId: sender.subscriptionId,
    type: 'document-sent',
    at: document.at,
    facts: {
      clientId: sender.clientId,
      ...(sender.userId !== null && { userId: sender.userId }),
      digest: revisions.at(-1)!.digest.toString('hex'),
      intakeDigest: revisions[0]!.digest.toString('hex'),
      pages: document.pageCount,
      decrypted: order.decrypt !== undefined,
      signers: document.signers.map(({ id }) => id).join(' '),
      ...(document.copies.length > 0 && { copies: document.copies.join(' ') }),
    },
    personal: { fileName: order.fileName, senderName: order.senderName },
  }
}
