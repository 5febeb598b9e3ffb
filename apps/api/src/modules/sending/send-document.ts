import { createHash } from 'node:crypto'
import { digestOf } from '../digest-of.ts'
import type { KeyedRequest, RequestLease } from '../keyed-requests.ts'
import { callerOf } from '../owner.ts'
import { runOnce, type RunOnce } from '../run-once.ts'
import { readUpload } from './uploads/find-upload.ts'
import { followDocument } from './follow-document.ts'
import type { SendOrder, SentDocument } from './ports.ts'
import type { UploadName, UploadStore } from './uploads/ports.ts'
import { resolveGuests } from './resolve-guests.ts'
import { requireTeam } from '../share-with-team.ts'
import { takeInDocument, type DocumentWish, type TakeInPorts } from './take-in-document.ts'

export interface SendPorts extends TakeInPorts, RunOnce {
  readonly uploads: Pick<UploadStore, 'find'>
}

/** An upload that is sent. */
export interface SentUpload extends UploadName {
  /** Called with its bytes before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

export interface SendRequest extends Omit<DocumentWish, 'file' | 'order'> {
  readonly order: SendOrder
  /** The same key with the same request is the same document. */
  readonly idempotencyKey?: string
  /** The file itself, or what it was handed over as before. */
  readonly file: Uint8Array | SentUpload
}

/**
 * Puts a document before its signers, as a dispatch of its own. Its rows are committed at once, after its objects are on
 * the disk: a crash leaves nothing that anybody sees. The same key with the same request is answered with the same document, for
 * ever.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, SIGNER_UNKNOWN, VALIDATION_FAILED and what
 *   intake refuses a file for; FILE_NOT_FOUND for an upload that is gone, or that another document was faster with
 */
export function sendDocument(ports: SendPorts, request: SendRequest): Promise<SentDocument> {
  const watcher = watcherOf(request)
  return runOnce(ports, keyedRequest(request), {
    act: (lease) => putBefore(ports, request, lease),
    replay: (kept) => followDocument(ports.store, watcher, (kept as KeptDocument).documentId),
  })
}

/** What is kept of a request that was answered with a document. */
interface KeptDocument {
  readonly documentId: string
}

const watcherOf = ({ sender }: SendRequest) => ({ ...sender, seesEverything: false })

async function putBefore(
  ports: SendPorts,
  request: SendRequest,
  lease: RequestLease | undefined,
): Promise<SentDocument> {
  const { sender, file, order } = request
  const isBytes = file instanceof Uint8Array
  const { bytes, decrypt } = isBytes ? { bytes: file } : await readUpload(ports, file, file.onLength)
  const team = await requireTeam(ports.store, sender, order.team)
  const signers = await resolveGuests(ports.store, sender.subscriptionId, order.signers)
  const { document, stored } = await takeInDocument(ports, {
    ...request,
    file: bytes,
    order: { ...order, decrypt: order.decrypt ?? decrypt, signers },
  })
  const { id, at } = document
  const documents = [{ ...document, dispatchId: id, teamId: team?.id ?? null }]
  const end = lease && { lease, answer: { documentId: id } satisfies KeptDocument, until: null }
  const dispatch = { id, sender, message: '', documents, uploads: isBytes ? [] : [file], end, at, stored }
  return ports.store.insertAndFind(dispatch, watcherOf(request))
}

function keyedRequest({ sender, idempotencyKey: key, ...asked }: SendRequest): KeyedRequest | undefined {
  const caller = callerOf(sender)
  if (key === undefined || !caller) return undefined
  return { caller, key, call: 'POST /v1/documents', digest: digestOf(factsOf(asked)) }
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
