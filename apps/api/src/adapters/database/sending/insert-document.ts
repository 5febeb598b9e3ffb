import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { NewDispatch, NewDocument, NewSigner } from '../../../modules/sending/ports.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { insertCopies } from '../copies/copy-rows.ts'
import type { Schema } from '../schema.ts'
import { wordsOf } from '../documents/words-of.ts'

/** The row that documents of one press of Send have in common. */
export async function insertDispatch(transaction: Transaction<Schema>, dispatch: NewDispatch): Promise<void> {
  const { id, sender, message, template, at } = dispatch
  await transaction
    .insertInto('dispatches')
    .values({
      id,
      subscription_id: sender.subscriptionId,
      client_id: sender.clientId,
      user_id: sender.userId,
      message,
      template_id: template?.id ?? null,
      template_version: template?.version ?? null,
      created_at: at,
    })
    .execute()
}

/**
 * All rows of a new document. The document's header is repeated on each signer's row, for the list's index.
 * @returns the ids of its approvers
 */
export async function insertDocument(transaction: Transaction<Schema>, document: NewDocument): Promise<string[]> {
  await insertHeader(transaction, document)
  await transaction
    .insertInto('revisions')
    .values(
      document.revisions.map((revision, number) => ({
        ...keysOf(document),
        number,
        kind: revision.kind,
        object_id: revision.objectId,
        base_length: revision.baseLength,
        length: revision.length,
        digest: revision.digest,
        created_at: document.at,
      })),
    )
    .execute()
  await transaction
    .insertInto('signers')
    .values(document.signers.map((signer, ordinal) => signerRow(document, signer, ordinal)))
    .execute()
  await transaction
    .insertInto('signature_fields')
    .values(document.signers.flatMap(fieldRows(document)))
    .execute()
  const approverIds = await insertApprovers(transaction, document)
  await insertCopies(transaction, { ...keysOf(document), userIds: document.copies, at: document.at })
  await insertAttachments(transaction, document)
  await recordSending(transaction, document)
  return approverIds
}

const keysOf = ({ id, sender }: NewDocument) => ({ document_id: id, subscription_id: sender.subscriptionId })

async function insertHeader(transaction: Transaction<Schema>, document: NewDocument): Promise<void> {
  const { order, sender } = document
  await transaction
    .insertInto('documents')
    .values({
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
      state: 'open',
      page_count: document.pageCount,
      deadline: order.deadline === undefined ? null : new Date(order.deadline),
      callback: order.callback ?? null,
      wrapped_data_key: Buffer.from(document.wrappedKey),
      current_revision: document.revisions.length - 1,
      arrived_signed: document.arrivedSigned,
      audit_hash: null,
      uploaded_at: document.at,
    })
    .execute()
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
    disclaimer_title: signer.disclaimer?.title ?? null,
    disclaimer_text: signer.disclaimer?.text ?? null,
    certificate_id: signer.certificate?.id ?? null,
    certificate_alias: signer.certificate?.alias ?? null,
    certificate_type: signer.certificateType,
    private_message: signer.privateMessage,
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
    rejection_reason: null,
    access_method: null,
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
    id: randomUUID(),
    signer_id: signer.id,
    ordinal,
    name,
    page,
    x: box?.x ?? null,
    y: box?.y ?? null,
    width: box?.width ?? null,
    height: box?.height ?? null,
  }))

async function insertApprovers(transaction: Transaction<Schema>, document: NewDocument): Promise<string[]> {
  const rows = document.signers.flatMap((signer) =>
    signer.approverIds.map((userId) => ({
      ...keysOf(document),
      id: randomUUID(),
      signer_id: signer.id,
      user_id: userId,
      state: 'pending' as const,
      rejection_reason: null,
    })),
  )
  if (rows.length > 0) await transaction.insertInto('approvers').values(rows).execute()
  return rows.map(({ id }) => id)
}

async function insertAttachments(transaction: Transaction<Schema>, document: NewDocument): Promise<void> {
  const addressed = document.attachments.flatMap((attachment) => {
    const { signerIds } = attachment
    return (signerIds.length > 0 ? signerIds : [null]).map((signerId) => ({ attachment, signerId }))
  })
  const rows = addressed.map(({ attachment, signerId }) => ({
    ...keysOf(document),
    id: randomUUID(),
    signer_id: signerId,
    file_name: attachment.fileName,
    media_type: attachment.mediaType,
    object_id: attachment.objectId,
    length: attachment.length,
    page_count: attachment.pageCount,
    created_at: document.at,
  }))
  if (rows.length > 0) await transaction.insertInto('attachments').values(rows).execute()
}

async function recordSending(transaction: Transaction<Schema>, document: NewDocument): Promise<void> {
  const { order, sender, revisions } = document
  await appendAuditEvent(transaction, {
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
  })
}
