import { PortalError, newId } from '@rubrica/domain'
import { digestOf } from '../digest-of.ts'
import type { KeyedRequest, RequestLease } from '../keyed-requests.ts'
import { callerOf, ownerOf } from '../owner.ts'
import { runOnce } from '../run-once.ts'
import { readUpload, type ReadUpload } from './uploads/find-upload.ts'
import type { DispatchedDocument, DispatchedSigner, DispatchRequest, SentDispatch } from './dispatches/ports.ts'
import type { AttachedFile, NewDocument, ResolvedGuest, Sender } from './ports.ts'
import type { UploadName } from './uploads/ports.ts'
import { resolveGuests } from './resolve-guests.ts'
import type { ResolvedOrder } from './resolve-signers.ts'
import type { SendPorts } from './send-document.ts'
import { requireTeam } from '../share-with-team.ts'
import { takeInDocument } from './take-in-document.ts'

/**
 * Puts several documents before the same people. All files are taken in before the rows of all documents are written in
 * one transaction: either all are sent or none. The same key with the same request is answered with the same dispatch.
 * @throws {PortalError} FILE_NOT_FOUND, DRAFT_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and what `takeInDocument`
 *   throws, with the fact `Document`: its place from 0
 */
export function sendDispatch(ports: SendPorts, request: DispatchRequest): Promise<SentDispatch> {
  const keyed = dispatchKey(request.sender, request.idempotencyKey, factsOf(request))
  return dispatchOnce(ports, keyed, () => Promise.resolve(request))
}

/** @param facts everything that is asked for: the same key goes with the same */
export function dispatchKey(sender: Sender, key: string | undefined, facts: object): KeyedRequest | undefined {
  const caller = callerOf(sender)
  return key === undefined || !caller
    ? undefined
    : { caller, key, call: 'POST /v1/dispatches', digest: digestOf(facts) }
}

/**
 * The same for a request that is put together only where nothing was sent under its key before: what it is made of may
 * be used up or archived by then.
 * @throws {PortalError} as `sendDispatch`, and what `compose` throws
 */
export const dispatchOnce = (
  ports: SendPorts,
  keyed: KeyedRequest | undefined,
  compose: () => Promise<DispatchRequest>,
): Promise<SentDispatch> =>
  runOnce(ports, keyed, {
    act: async (lease) => putBefore(ports, await compose(), lease),
    replay: (kept) => Promise.resolve(kept as SentDispatch),
  })

/** The password of an encrypted file must not be guessable from what is kept. */
const factsOf = ({
  documents,
  message,
  draft,
  senderName,
  order,
  deadline,
  callback,
  team,
  signers,
  copies,
  reminders,
  passingOn,
}: DispatchRequest): object => ({
  ...{ message, senderName, order, deadline, callback, signers },
  ...(team !== undefined && { team }),
  ...(copies && { copies }),
  ...(reminders && { reminders }),
  ...(passingOn !== undefined && passingOn !== 'no' && { passingOn }),
  ...(draft !== undefined && { draft }),
  documents: documents.map(({ decrypt, ...document }) => ({ ...document, decrypt: decrypt !== undefined })),
})

async function putBefore(
  ports: SendPorts,
  request: DispatchRequest,
  lease: RequestLease | undefined,
): Promise<SentDispatch> {
  const id = newId()
  const documents: NewDocument[] = []
  const objects: Promise<unknown>[] = []
  const team = await requireTeam(ports.store, request.sender, request.team)
  const signers = await resolveGuests(ports.store, request.sender.subscriptionId, request.signers)
  for (const [place, document] of request.documents.entries()) {
    const taken = await takeIn(ports, request, { place, document, signers }).catch((error: unknown) =>
      refuse(error, place),
    )
    documents.push({ ...taken.document, dispatchId: id, teamId: team?.id ?? null })
    objects.push(taken.stored)
  }
  const { sender, message } = request
  const sent = { id, documents: documents.map(({ id: guid, order }) => ({ id: guid, fileName: order.fileName })) }
  const end = lease && { lease, answer: sent, until: null }
  const draft = request.draft === undefined ? undefined : { owner: ownerOf(sender), id: request.draft }
  const uploads = uploadsOf(request)
  const template = request.template && { id: request.template.id, version: request.template.version }
  const stored = Promise.all(objects)
  stored.catch(() => undefined)
  await ports.store.insert({ id, sender, message, documents, uploads, draft, template, end, at: ports.now(), stored })
  return sent
}

interface Placed {
  readonly place: number
  readonly document: DispatchedDocument
  readonly signers: readonly ResolvedGuest<DispatchedSigner>[]
}

async function takeIn(ports: SendPorts, request: DispatchRequest, { place, document, signers }: Placed) {
  const { sender } = request
  const read = (id: string) => readNamed(ports, request, id)
  const { fileName, bytes, decrypt } = await read(document.file)
  const attachments: AttachedFile[] = []
  for (const { file } of document.attachments) attachments.push(await read(file))
  const named = { fileName: document.fileName ?? fileName, decrypt: document.decrypt ?? decrypt }
  const order = orderOf(request, { place, signers, document: { ...document, ...named } })
  return takeInDocument(ports, { sender, file: bytes, attachments, order })
}

async function readNamed(
  ports: SendPorts,
  { sender, onLength, template }: DispatchRequest,
  id: string,
): Promise<ReadUpload> {
  const own = template?.files.find((file) => file.id === id)
  if (!own) return readUpload(ports, { owner: ownerOf(sender), id }, onLength)
  onLength(own.size)
  const bytes = await ports.objects.read(own.key, own.objectId)
  const decrypt = own.findings.includes('DECRYPTED') ? ({ consent: true } as const) : undefined
  return { fileName: template!.fileNames.get(id) ?? '', bytes, decrypt }
}

/** Each once: one file may be attached to several documents. */
function uploadsOf({ sender, documents, template }: DispatchRequest): UploadName[] {
  const ids = documents.flatMap(({ file, attachments }) => [file, ...attachments.map((attached) => attached.file)])
  const own = new Set(template?.files.map(({ id }) => id))
  const uploads = new Set(ids.map((id) => id.toLowerCase()).filter((id) => !own.has(id)))
  return [...uploads].map((id) => ({ owner: ownerOf(sender), id }))
}

function orderOf(request: DispatchRequest, { place, document, signers }: Placed): ResolvedOrder {
  const { senderName, order, deadline, callback, copies, reminders, passingOn } = request
  return {
    ...{ senderName, order, deadline, callback, copies, reminders, passingOn },
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
