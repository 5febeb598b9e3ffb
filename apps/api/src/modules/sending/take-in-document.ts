import { randomUUID } from 'node:crypto'
import type { DocumentKey, DocumentObjects, ObjectUnderWay } from '../../ports/object-store.ts'
import { addressAttachments } from './address-attachments.ts'
import type { AttachedFile, NewDocument, NewRevision, Sender, SendingStore } from './ports.ts'
import { invalid, resolveSigners, type ResolvedOrder } from './resolve-signers.ts'
import { takeInAttachments } from './take-in-attachments.ts'
import { takeInPdf, type PdfPorts, type TakenInPdf } from './take-in-pdf.ts'

export interface TakeInPorts extends PdfPorts {
  readonly store: SendingStore
  readonly objects: DocumentObjects
  readonly now: () => Date
}

/** One document of a dispatch. */
export interface DocumentWish {
  readonly sender: Sender
  readonly file: Uint8Array
  readonly attachments: readonly AttachedFile[]
  /** Its guests have their ids. */
  readonly order: ResolvedOrder
}

/** Rows of a document, and its objects on their way to the disk. */
export interface TakenInDocument {
  readonly document: Omit<NewDocument, 'dispatchId' | 'teamId'>
  /** Settles once all its objects are safe; may have failed before anybody looks. */
  readonly stored: Promise<unknown>
}

/**
 * Everything of a new document but its rows: its people are known, its file is looked at and has the fields of all
 * signers, and its objects are being written. Nobody sees it before the rows are there. People are looked up while the
 * file is read; what is wrong with them is said first.
 * @throws {PortalError} SIGNER_UNKNOWN, VALIDATION_FAILED and what intake refuses a file for
 */
export async function takeInDocument(ports: TakeInPorts, wish: DocumentWish): Promise<TakenInDocument> {
  checkDeadline(wish.order, ports.now())
  const id = randomUUID()
  const [people, read, newKey] = await Promise.allSettled([
    findEverybody(ports, wish),
    takeInPdf(ports, wish.file, { order: wish.order, documentId: id }),
    ports.objects.newKey(id),
  ])
  const { senderName, signers, addressees } = valueOf(people)
  const taken = valueOf(read)
  const wrappedKey = valueOf(newKey)
  const attachments = await takeInAttachments(ports.pdf, wish.attachments)
  const begin = (bytes: Uint8Array) => beginObject(ports.objects, { documentId: id, wrappedKey }, bytes)
  const [intake, fields] = await Promise.all([begin(taken.base), begin(taken.tail)])
  const attached: ObjectUnderWay[] = []
  for (const { bytes } of attachments) attached.push(await begin(bytes))
  const stored = Promise.all([intake, fields, ...attached].map((object) => object.stored))
  // A failure is the transaction's, if it comes that far.
  stored.catch(() => undefined)
  return {
    stored,
    document: {
      id,
      sender: wish.sender,
      order: { ...wish.order, senderName },
      pageCount: taken.pageCount,
      sizeOf: taken.sizeOf,
      arrivedSigned: taken.isSigned,
      wrappedKey,
      revisions: revisionsOf(taken, intake.id, fields.id),
      signers: signers.map((signer, index) => ({ ...signer, fields: taken.fields[index]! })),
      attachments: attachments.map(({ bytes, ...facts }, place) => ({
        ...facts,
        objectId: attached[place]!.id,
        length: bytes.length,
        signerIds: addressees[place]!,
      })),
      at: ports.now(),
    },
  }
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

async function findEverybody(ports: TakeInPorts, wish: DocumentWish) {
  const { sender, order } = wish
  const context = { store: ports.store, subscriptionId: sender.subscriptionId, newId: randomUUID }
  const [senderName, signers] = await Promise.all([senderNameOf(ports, wish), resolveSigners(context, order)])
  return { senderName, signers, addressees: addressAttachments(order, signers, wish.attachments.length) }
}

/** A file of more octets is on the disk before a connection to the database is taken, a smaller one while it is. */
const LARGE = 1024 * 1024

async function beginObject(objects: DocumentObjects, key: DocumentKey, bytes: Uint8Array): Promise<ObjectUnderWay> {
  const object = await objects.begin(key, bytes)
  object.stored.catch(() => undefined)
  if (bytes.length > LARGE) await object.stored
  return object
}

/** Who sends as a person does so in their own name, unless they give another. */
async function senderNameOf({ store }: TakeInPorts, { sender: { userId }, order }: DocumentWish): Promise<string> {
  if (userId === null || order.senderName !== '') return order.senderName
  return (await store.nameOf(userId)) ?? ''
}

const revisionsOf = (
  { base, tail, baseDigest, digest }: TakenInPdf,
  intake: string,
  fields: string,
): NewRevision[] => [
  { kind: 'intake', objectId: intake, baseLength: 0, length: base.length, digest: baseDigest },
  { kind: 'fields', objectId: fields, baseLength: base.length, length: tail.length, digest },
]

function checkDeadline(order: ResolvedOrder, now: Date): void {
  if (order.deadline === undefined || new Date(order.deadline) > now) return
  throw invalid('deadline', 'is in the past')
}
