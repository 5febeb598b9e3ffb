import { createHash, randomUUID } from 'node:crypto'
import { PortalError, canonicalJson } from '@rubrica/domain'
import type { DocumentObjects } from '../../ports/object-store.ts'
import type {
  AttachedFile,
  IntakePdf,
  NewAttachment,
  NewRevision,
  SendOrder,
  Sender,
  SendingStore,
  SentDocument,
} from './ports.ts'
import { addressAttachments } from './address-attachments.ts'
import { invalid, resolveSigners } from './resolve-signers.ts'
import { takeInAttachments } from './take-in-attachments.ts'
import { takeInPdf, type TakenInPdf } from './take-in-pdf.ts'

export interface SendPorts {
  readonly store: SendingStore
  readonly pdf: IntakePdf
  readonly objects: DocumentObjects
  readonly now: () => Date
}

export interface SendRequest {
  readonly sender: Sender
  /** The same key with the same request is the same document. */
  readonly idempotencyKey?: string
  readonly file: Uint8Array
  readonly attachments: readonly AttachedFile[]
  readonly order: SendOrder
}

/**
 * Puts a document before its signers. Objects are written first, then all rows at once: a crash leaves nothing that
 * anybody sees.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, SIGNER_UNKNOWN, VALIDATION_FAILED and what intake refuses a file for
 */
export async function sendDocument(ports: SendPorts, request: SendRequest): Promise<SentDocument> {
  const requestDigest = digestOf(request)
  const earlier = await findEarlier(ports, request, requestDigest)
  if (earlier) return earlier
  checkDeadline(request.order, ports.now())
  const id = randomUUID()
  const { subscriptionId } = request.sender
  const signers = await resolveSigners(
    { store: ports.store, subscriptionId, documentId: id, newId: randomUUID },
    request.order,
  )
  const addressees = addressAttachments(request.order, signers, request.attachments.length)
  const taken = await takeInPdf(ports.pdf, request.file, { order: request.order, signers })
  const attachments = await takeInAttachments(ports.pdf, request.attachments)
  const wrappedKey = await ports.objects.newKey(id)
  const write = (bytes: Uint8Array) => ports.objects.write({ documentId: id, wrappedKey }, bytes)
  const stored: NewAttachment[] = []
  for (const [place, { bytes, ...facts }] of attachments.entries()) {
    const signerIds = addressees[place]!
    stored.push({ ...facts, objectId: await write(bytes), length: bytes.length, signerIds })
  }
  const inserted = await ports.store.insert({
    id,
    sender: request.sender,
    idempotencyKey: request.idempotencyKey ?? null,
    requestDigest,
    order: request.order,
    pageCount: taken.pageCount,
    sizeOf: taken.sizeOf,
    arrivedSigned: taken.isSigned,
    wrappedKey,
    revisions: await writeRevisions(taken, write),
    signers,
    attachments: stored,
    at: ports.now(),
  })
  const sent = inserted ? await ports.store.find(request.sender, id) : await findEarlier(ports, request, requestDigest)
  if (!sent) throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The document could not be read back. Try again.')
  return sent
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

async function findEarlier(
  { store }: SendPorts,
  { sender, idempotencyKey }: SendRequest,
  requestDigest: Buffer,
): Promise<SentDocument | undefined> {
  if (idempotencyKey === undefined || sender.clientId === null) return undefined
  const earlier = await store.findByKey(sender.clientId, idempotencyKey)
  if (!earlier) return undefined
  if (!earlier.requestDigest.equals(requestDigest)) {
    throw new PortalError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.')
  }
  return store.find(sender, earlier.id)
}

function digestOf({ file, attachments, order }: SendRequest): Buffer {
  const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
  const facts = {
    file: sha256(file),
    attachments: attachments.map(({ fileName, bytes }) => ({ fileName, digest: sha256(bytes) })),
    // The password of an encrypted file must not be guessable from what is kept.
    order: withoutPassword(order),
  }
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(facts)) as Parameters<typeof canonicalJson>[0]))
    .digest()
}

function withoutPassword({ decrypt, ...order }: SendOrder): object {
  return { ...order, ...(decrypt && { decrypt: true }) }
}

function checkDeadline(order: SendOrder, now: Date): void {
  if (order.deadline === undefined || new Date(order.deadline) > now) return
  throw invalid('deadline', 'is in the past')
}
