import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { digestOf } from '../digest-of.ts'
import type { RequestLease } from '../keyed-requests.ts'
import { callerOf, ownerOf } from '../owner.ts'
import { runOnce } from '../run-once.ts'
import { findUpload, readUpload } from './find-upload.ts'
import type {
  Anchor,
  AttachedFile,
  NewDocument,
  OrderedSigner,
  Position,
  ResolvedGuest,
  SendOrder,
  Sender,
  UploadName,
} from './ports.ts'
import { resolveGuests } from './resolve-guests.ts'
import type { ResolvedOrder } from './resolve-signers.ts'
import type { SendPorts } from './send-document.ts'
import { takeInDocument } from './take-in-document.ts'

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
  readonly positions: readonly ((Position | Anchor) & { readonly document: number })[]
}

export interface DispatchRequest extends Pick<SendOrder, 'senderName' | 'order' | 'deadline' | 'callback' | 'copies'> {
  readonly sender: Sender
  readonly idempotencyKey?: string | undefined
  /** Called with the bytes of each file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
  readonly documents: readonly DispatchedDocument[]
  readonly message: string
  /** What it was put together as. */
  readonly draft?: string | undefined
  readonly signers: readonly DispatchedSigner[]
}

export interface SentDispatch {
  readonly id: string
  readonly documents: readonly { readonly id: string; readonly fileName: string }[]
}

/**
 * Puts several documents before the same people. All files are taken in before the rows of all documents are written in
 * one transaction: either all are sent or none. The same key with the same request is answered with the same dispatch.
 * @throws {PortalError} FILE_NOT_FOUND, DRAFT_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and what `takeInDocument`
 *   throws, with the fact `Document`: its place from 0
 */
export function sendDispatch(ports: SendPorts, request: DispatchRequest): Promise<SentDispatch> {
  const { sender, idempotencyKey: key } = request
  const caller = callerOf(sender)
  const keyed =
    key === undefined || !caller
      ? undefined
      : { caller, key, call: 'POST /v1/dispatches', digest: digestOf(factsOf(request)) }
  return runOnce(ports, keyed, {
    act: (lease) => putBefore(ports, request, lease),
    replay: (kept) => Promise.resolve(kept as SentDispatch),
  })
}

/** The password of an encrypted file must not be guessable from what is kept. */
const factsOf = ({
  documents,
  message,
  draft,
  senderName,
  order,
  deadline,
  callback,
  signers,
  copies,
}: DispatchRequest): object => ({
  ...{ message, senderName, order, deadline, callback, signers },
  ...(copies && { copies }),
  ...(draft !== undefined && { draft }),
  documents: documents.map(({ decrypt, ...document }) => ({ ...document, decrypt: decrypt !== undefined })),
})

async function putBefore(
  ports: SendPorts,
  request: DispatchRequest,
  lease: RequestLease | undefined,
): Promise<SentDispatch> {
  const id = randomUUID()
  const documents: NewDocument[] = []
  const signers = await resolveGuests(ports.store, request.sender.subscriptionId, request.signers)
  for (const [place, document] of request.documents.entries()) {
    const taken = await takeIn(ports, request, { place, document, signers }).catch((error: unknown) =>
      refuse(error, place),
    )
    documents.push({ ...taken, dispatchId: id, teamId: null })
  }
  const { sender, message } = request
  const sent = { id, documents: documents.map(({ id: guid, order }) => ({ id: guid, fileName: order.fileName })) }
  const end = lease && { lease, answer: sent, until: null }
  const draft = request.draft === undefined ? undefined : { owner: ownerOf(sender), id: request.draft }
  const uploads = uploadsOf(request)
  await ports.store.insert({ id, sender, message, documents, uploads, draft, end, at: ports.now() })
  return sent
}

interface Placed {
  readonly place: number
  readonly document: DispatchedDocument
  readonly signers: readonly ResolvedGuest<DispatchedSigner>[]
}

async function takeIn(ports: SendPorts, request: DispatchRequest, { place, document, signers }: Placed) {
  const { sender } = request
  const { fileName, bytes } = await readNamed(ports, request, document.file)
  const attachments: AttachedFile[] = []
  for (const { file } of document.attachments) attachments.push(await readNamed(ports, request, file))
  const order = orderOf(request, { place, signers, document: { ...document, fileName: document.fileName ?? fileName } })
  return takeInDocument(ports, { sender, file: bytes, attachments, order })
}

async function readNamed(ports: SendPorts, { sender, onLength }: DispatchRequest, id: string): Promise<AttachedFile> {
  const name = { owner: ownerOf(sender), id }
  const { name: fileName } = await findUpload(ports.uploads, name, ports.now())
  return { fileName, bytes: await readUpload(ports, name, onLength) }
}

/** Each once: one file may be attached to several documents. */
function uploadsOf({ sender, documents }: DispatchRequest): UploadName[] {
  const ids = documents.flatMap(({ file, attachments }) => [file, ...attachments.map((attached) => attached.file)])
  return [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => ({ owner: ownerOf(sender), id }))
}

function orderOf(request: DispatchRequest, { place, document, signers }: Placed): ResolvedOrder {
  const { senderName, order, deadline, callback, copies } = request
  return {
    ...{ senderName, order, deadline, callback, copies },
    fileName: document.fileName!,
    description: document.description,
    tags: document.tags,
    decrypt: document.decrypt,
    signers: signers.map((signer, index) => ({
      ...signer,
      positions: signer.positions.filter((position) => position.document === place),
      attachments: document.attachments.flatMap(({ signers: addressees }, attachment) =>
        addressees.includes(index) ? [attachment] : [],
      ),
    })),
  }
}

function refuse(error: unknown, place: number): never {
  if (!(error instanceof PortalError)) throw error
  throw new PortalError(error.code, error.message, {
    cause: error,
    facts: { ...error.facts, Document: place },
    faults: error.faults,
  })
}
