import { createHash, randomUUID } from 'node:crypto'
import type { DocumentObjects } from '../../ports/object-store.ts'
import { digestOf } from '../digest-of.ts'
import type { KeyedRequest, RequestLease } from '../keyed-requests.ts'
import { runOnce, type RunOnce } from '../run-once.ts'
import type {
  AttachedFile,
  IntakePdf,
  NewAttachment,
  NewRevision,
  SendOrder,
  Sender,
  SendingStore,
  SentDocument,
  UploadName,
  UploadStore,
} from './ports.ts'
import { addressAttachments } from './address-attachments.ts'
import { readUpload } from './find-upload.ts'
import { followDocument } from './follow-document.ts'
import { invalid, resolveSigners } from './resolve-signers.ts'
import { takeInAttachments } from './take-in-attachments.ts'
import { takeInPdf, type TakenInPdf } from './take-in-pdf.ts'

export interface SendPorts extends RunOnce {
  readonly store: SendingStore
  readonly pdf: IntakePdf
  readonly objects: DocumentObjects
  readonly uploads: Pick<UploadStore, 'find'>
}

/** An upload that is sent. */
export interface SentUpload extends UploadName {
  /** Called with its bytes before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

export interface SendRequest {
  readonly sender: Sender
  /** The same key with the same request is the same document. */
  readonly idempotencyKey?: string
  /** The file itself, or what it was handed over as before. */
  readonly file: Uint8Array | SentUpload
  readonly attachments: readonly AttachedFile[]
  readonly order: SendOrder
}

/**
 * Puts a document before its signers. Objects are written first, then all rows at once: a crash leaves nothing that
 * anybody sees. The same key with the same request is answered with the same document, for ever.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, SIGNER_UNKNOWN, VALIDATION_FAILED and what
 *   intake refuses a file for; FILE_NOT_FOUND for an upload that is gone, or that another document was faster with
 */
export function sendDocument(ports: SendPorts, request: SendRequest): Promise<SentDocument> {
  return runOnce(ports, keyedRequest(request), {
    act: async (lease) => followDocument(ports.store, request.sender, await putBefore(ports, request, lease)),
    replay: (kept) => followDocument(ports.store, request.sender, (kept as KeptDocument).documentId),
  })
}

/** What is kept of a request that was answered with a document. */
interface KeptDocument {
  readonly documentId: string
}

/** @returns the id of the new document */
async function putBefore(ports: SendPorts, request: SendRequest, lease: RequestLease | undefined): Promise<string> {
  checkDeadline(request.order, ports.now())
  const id = randomUUID()
  const { subscriptionId } = request.sender
  const signers = await resolveSigners(
    { store: ports.store, subscriptionId, documentId: id, newId: randomUUID },
    request.order,
  )
  const addressees = addressAttachments(request.order, signers, request.attachments.length)
  const upload = request.file instanceof Uint8Array ? undefined : request.file
  const file =
    request.file instanceof Uint8Array ? request.file : await readUpload(ports, request.file, request.file.onLength)
  const taken = await takeInPdf(ports.pdf, file, { order: request.order, signers })
  const attachments = await takeInAttachments(ports.pdf, request.attachments)
  const wrappedKey = await ports.objects.newKey(id)
  const write = (bytes: Uint8Array) => ports.objects.write({ documentId: id, wrappedKey }, bytes)
  const stored: NewAttachment[] = []
  for (const [place, { bytes, ...facts }] of attachments.entries()) {
    const signerIds = addressees[place]!
    stored.push({ ...facts, objectId: await write(bytes), length: bytes.length, signerIds })
  }
  await ports.store.insert({
    id,
    sender: request.sender,
    end: lease && { lease, answer: { documentId: id } satisfies KeptDocument, until: null },
    order: request.order,
    pageCount: taken.pageCount,
    sizeOf: taken.sizeOf,
    arrivedSigned: taken.isSigned,
    wrappedKey,
    revisions: await writeRevisions(taken, write),
    signers,
    attachments: stored,
    upload,
    at: ports.now(),
  })
  return id
}

async function writeRevisions(
  { base, tail, baseDigest, digest }: TakenInPdf,
  write: (bytes: Uint8Array) => Promise<string>,
): Promise<NewRevision[]> {
  return [
    { kind: 'intake', objectId: await write(base), baseLength: 0, length: base.length, digest: baseDigest },
    { kind: 'fields', objectId: await write(tail), baseLength: base.length, length: tail.length, digest },
  ]
}

function keyedRequest({ sender: { clientId }, idempotencyKey: key, ...asked }: SendRequest): KeyedRequest | undefined {
  if (key === undefined || clientId === null) return undefined
  return { caller: { clientId }, key, call: 'POST /v1/documents', digest: digestOf(factsOf(asked)) }
}

function factsOf({ file, attachments, order }: Pick<SendRequest, 'file' | 'attachments' | 'order'>): object {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return {
    file: file instanceof Uint8Array ? sha256(file) : { upload: file.id },
    attachments: attachments.map(({ fileName, bytes }) => ({ fileName, digest: sha256(bytes) })),
    // The password of an encrypted file must not be guessable from what is kept.
    order: withoutPassword(order),
  }
}

function withoutPassword({ decrypt, ...order }: SendOrder): object {
  return { ...order, ...(decrypt && { decrypt: true }) }
}

function checkDeadline(order: SendOrder, now: Date): void {
  if (order.deadline === undefined || new Date(order.deadline) > now) return
  throw invalid('deadline', 'is in the past')
}
