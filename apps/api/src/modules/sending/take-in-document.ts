import { randomUUID } from 'node:crypto'
import type { DocumentObjects } from '../../ports/object-store.ts'
import { addressAttachments } from './address-attachments.ts'
import type { AttachedFile, NewAttachment, NewDocument, NewRevision, Sender, SendingStore } from './ports.ts'
import { invalid, resolveCopies, resolveSigners, type ResolvedOrder } from './resolve-signers.ts'
import { takeInAttachments } from './take-in-attachments.ts'
import { takeInPdf, type PdfPorts, type TakenInPdf } from './take-in-pdf.ts'

export interface TakeInPorts extends PdfPorts {
  readonly store: SendingStore
  readonly objects: DocumentObjects
  readonly now: () => Date
  /** The types of certificates that there are. */
  readonly certificateTypes: readonly string[]
}

/** One document of a dispatch. */
export interface DocumentWish {
  readonly sender: Sender
  readonly file: Uint8Array
  readonly attachments: readonly AttachedFile[]
  /** Its guests have their ids. */
  readonly order: ResolvedOrder
}

type Taken = Omit<NewDocument, 'dispatchId' | 'teamId'>

/**
 * Everything of a new document but its rows: its people are known, its file is looked at and has the fields of all
 * signers, and its objects are written. Nobody sees it before the rows are there.
 * @throws {PortalError} SIGNER_UNKNOWN, VALIDATION_FAILED and what intake refuses a file for
 */
export async function takeInDocument(ports: TakeInPorts, wish: DocumentWish): Promise<Taken> {
  const { sender } = wish
  const order = { ...wish.order, senderName: await senderNameOf(ports, wish) }
  checkDeadline(order, ports.now())
  const id = randomUUID()
  const { subscriptionId } = sender
  const { store, certificateTypes } = ports
  const context = { store, certificateTypes, subscriptionId, newId: randomUUID }
  const signers = await resolveSigners(context, order)
  const copies = await resolveCopies(context, order, signers)
  const addressees = addressAttachments(order, signers, wish.attachments.length)
  const taken = await takeInPdf(ports, wish.file, { order, documentId: id })
  const attachments = await takeInAttachments(ports.pdf, wish.attachments)
  const wrappedKey = await ports.objects.newKey(id)
  const write = (bytes: Uint8Array) => ports.objects.write({ documentId: id, wrappedKey }, bytes)
  const stored: NewAttachment[] = []
  for (const [place, { bytes, ...facts }] of attachments.entries()) {
    stored.push({ ...facts, objectId: await write(bytes), length: bytes.length, signerIds: addressees[place]! })
  }
  return {
    id,
    sender,
    order,
    pageCount: taken.pageCount,
    sizeOf: taken.sizeOf,
    arrivedSigned: taken.isSigned,
    wrappedKey,
    revisions: await writeRevisions(taken, write),
    signers: signers.map((signer, index) => ({ ...signer, fields: taken.fields[index]! })),
    copies,
    attachments: stored,
    at: ports.now(),
  }
}

/** Who sends as a person does so in their own name, unless they give another. */
async function senderNameOf({ store }: TakeInPorts, { sender: { userId }, order }: DocumentWish): Promise<string> {
  if (userId === null || order.senderName !== '') return order.senderName
  return (await store.nameOf(userId)) ?? ''
}

async function writeRevisions(
  { base, tail, baseDigest, digest }: TakenInPdf,
  write: (bytes: Uint8Array) => Promise<string>,
): Promise<NewRevision[]> {
  const [intake, fields] = await Promise.all([write(base), write(tail)])
  return [
    { kind: 'intake', objectId: intake, baseLength: 0, length: base.length, digest: baseDigest },
    { kind: 'fields', objectId: fields, baseLength: base.length, length: tail.length, digest },
  ]
}

function checkDeadline(order: ResolvedOrder, now: Date): void {
  if (order.deadline === undefined || new Date(order.deadline) > now) return
  throw invalid('deadline', 'is in the past')
}
