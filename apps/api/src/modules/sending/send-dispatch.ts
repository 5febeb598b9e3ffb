import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { NewDocument, OrderedSigner, Position, SendOrder, Sender } from './ports.ts'
import { takeInDocument, type TakeInPorts } from './take-in-document.ts'

export interface UploadedBytes {
  readonly fileName: string
  readonly bytes: Uint8Array
}

export interface DispatchPorts extends TakeInPorts {
  /** A file that the sender has uploaded. @throws {PortalError} FILE_NOT_FOUND */
  readonly readUpload: (sender: Sender, fileId: string) => Promise<UploadedBytes>
}

interface DispatchedDocument {
  /** Of an uploaded file. */
  readonly file: string
  readonly fileName?: string | undefined
  readonly description: string
  readonly tags: readonly string[]
  readonly decrypt?: SendOrder['decrypt']
  readonly attachments: readonly { readonly file: string; readonly signers: readonly number[] }[]
}

interface DispatchedSigner extends Omit<OrderedSigner, 'positions' | 'attachments'> {
  /** `document` is the place of a document in the list, from 0. */
  readonly positions: readonly (Position & { readonly document: number })[]
}

export interface DispatchRequest
  extends Pick<SendOrder, 'senderName' | 'order' | 'deadline' | 'callback'> {
  readonly sender: Sender
  readonly documents: readonly DispatchedDocument[]
  readonly message: string
  readonly signers: readonly DispatchedSigner[]
}

export interface SentDispatch {
  readonly id: string
  readonly documents: readonly { readonly id: string; readonly fileName: string }[]
}

/**
 * Puts several documents before the same people. All files are taken in before the rows of all documents are written in
 * one transaction: either all are sent or none.
 * @throws {PortalError} FILE_NOT_FOUND, and what `takeInDocument` throws, with the fact `Document`: its place from 0
 */
export async function sendDispatch(ports: DispatchPorts, request: DispatchRequest): Promise<SentDispatch> {
  const id = randomUUID()
  const documents: NewDocument[] = []
  for (const [place, document] of request.documents.entries()) {
    const taken = await takeIn(ports, request, { place, document }).catch((error: unknown) => refuse(error, place))
    documents.push({ ...taken, dispatchId: id, teamId: null, idempotencyKey: null, requestDigest: Buffer.alloc(0) })
  }
  const { sender, message } = request
  await ports.store.insert({ id, sender, message, documents, at: ports.now() })
  return { id, documents: documents.map((document) => ({ id: document.id, fileName: document.order.fileName })) }
}

interface Placed {
  readonly place: number
  readonly document: DispatchedDocument
}

async function takeIn(ports: DispatchPorts, request: DispatchRequest, { place, document }: Placed) {
  const { sender } = request
  const { fileName, bytes } = await ports.readUpload(sender, document.file)
  const attachments: UploadedBytes[] = []
  for (const { file } of document.attachments) attachments.push(await ports.readUpload(sender, file))
  const order = orderOf(request, { place, document: { ...document, fileName: document.fileName ?? fileName } })
  return takeInDocument(ports, { sender, file: bytes, attachments, order })
}

function orderOf(request: DispatchRequest, { place, document }: Placed): SendOrder {
  const { senderName, order, deadline, callback } = request
  return {
    ...{ senderName, order, deadline, callback },
    fileName: document.fileName!,
    description: document.description,
    tags: document.tags,
    decrypt: document.decrypt,
    signers: request.signers.map((signer, index) => ({
      ...signer,
      positions: signer.positions.filter((position) => position.document === place),
      attachments: document.attachments.flatMap(({ signers }, attachment) =>
        signers.includes(index) ? [attachment] : [],
      ),
    })),
  }
}

function refuse(error: unknown, place: number): never {
  if (!(error instanceof PortalError)) throw error
  throw new PortalError(error.code, error.message, { cause: error, facts: { ...error.facts, Document: place } })
}
