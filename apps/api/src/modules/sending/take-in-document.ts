import { newId } from '@rubrica/domain'
import type { DocumentObjects, ObjectUnderWay } from '../../ports/object-store.ts'
import { addressAttachments } from './address-attachments.ts'
import { beginFile, beginObject, discardFile } from './begin-objects.ts'
import type { AttachedFile, NewDocument, NewRevision, Sender, SendingStore } from './ports.ts'
import { invalid, requireNamed, resolveCopies, resolveSigners, type ResolvedOrder } from './resolve-signers.ts'
import { takeInAttachments } from './take-in-attachments.ts'
import { takeInPdf, type PdfPorts, type TakenInPdf } from './take-in-pdf.ts'

export interface TakeInPorts extends PdfPorts {
  readonly store: SendingStore
  readonly objects: DocumentObjects
  readonly now: () => Date
  /** The types of certificates that there are. */
  readonly certificateTypes: readonly string[]
  /** Has an address hear of a document. @throws {PortalError} VALIDATION_FAILED for one that nothing is sent to */
  readonly holdCallback: (sender: Sender, url: string) => Promise<void>
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
 * signers, and its objects are being written. Nobody sees it before the rows are there.
 * @throws {PortalError} SIGNER_UNKNOWN, VALIDATION_FAILED and what intake refuses a file for
 */
export async function takeInDocument(ports: TakeInPorts, wish: DocumentWish): Promise<TakenInDocument> {
  checkDeadline(wish.order, ports.now())
  if (wish.order.callback !== undefined) await ports.holdCallback(wish.sender, wish.order.callback)
  const id = newId()
  const { people, taken, begun } = await readWhileWriting(ports, wish, id)
  const { senderName, signers, copies, addressees } = people
  const attachments = await takeInAttachments(ports.pdf, wish.attachments)
  const begin = (bytes: Uint8Array) => beginObject(ports.objects, begun.key, bytes)
  const [intake, fields] = await Promise.all([begun.object ?? begin(taken.base), begin(taken.tail)])
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
      wrappedKey: begun.key.wrappedKey,
      revisions: revisionsOf(taken, intake.id, fields.id),
      signers: signers.map((signer, index) => ({ ...signer, fields: taken.fields[index]! })),
      copies,
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

/** Looks up the people, reads the file and writes it, at once; what is wrong with the people is said first. */
async function readWhileWriting(ports: TakeInPorts, wish: DocumentWish, documentId: string) {
  const [people, read, begun] = await Promise.allSettled([
    findEverybody(ports, wish),
    takeInPdf(ports, wish.file, { order: wish.order, documentId }),
    beginFile(ports.objects, documentId, wish.file),
  ])
  if (begun.status === 'rejected') throw begun.reason
  const isKept = people.status === 'fulfilled' && read.status === 'fulfilled' && read.value.isAsSent
  if (!isKept) await discardFile(ports.objects, begun.value)
  if (people.status === 'rejected') throw people.reason
  if (read.status === 'rejected') throw read.reason
  const { key, object } = begun.value
  return { people: people.value, taken: read.value, begun: { key, object: isKept ? object : undefined } }
}

async function findEverybody(ports: TakeInPorts, wish: DocumentWish) {
  const { sender, order } = wish
  const { store, certificateTypes } = ports
  const context = { store, certificateTypes, subscriptionId: sender.subscriptionId, newId }
  const [senderName, signers] = await Promise.all([senderNameOf(ports, wish), resolveSigners(context, order)])
  const copies = await resolveCopies(context, order, signers)
  await requireNamed(context, order)
  return { senderName, signers, copies, addressees: addressAttachments(order, signers, wish.attachments.length) }
}

/** Who sends as a person does so in their own name, unless they give another. */
async function senderNameOf({ store }: TakeInPorts, { sender: { userId }, order }: DocumentWish): Promise<string> {
  if (userId === null || order.senderName !== '') return order.senderName
  return (await store.nameOf(userId)) ?? ''
}

const revisionsOf = ({ base, tail, baseDigest, digest }: TakenInPdf, intake: string, fields: string): NewRevision[] => [
  { kind: 'intake', objectId: intake, baseLength: 0, length: base.length, digest: baseDigest },
  { kind: 'fields', objectId: fields, baseLength: base.length, length: tail.length, digest },
]

function checkDeadline(order: ResolvedOrder, now: Date): void {
  if (order.deadline === undefined || new Date(order.deadline) > now) return
  throw invalid('deadline', 'is in the past')
}
