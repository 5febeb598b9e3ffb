import { createHash } from 'node:crypto'
import { digestOf } from '../idempotency/digest-of.ts'
import type { KeyedRequest, RequestLease } from '../idempotency/ports.ts'
import { runOnce, type RunOnce } from '../idempotency/run-once.ts'
import { followDocument } from './follow-document.ts'
import type { SendOrder, Sender, SentDocument } from './ports.ts'
import { takeInDocument, type DocumentWish, type TakeInPorts } from './take-in-document.ts'

export interface SendPorts extends TakeInPorts, RunOnce {}

export interface SendRequest extends DocumentWish {
  /** The same key with the same request is the same document. */
  readonly idempotencyKey?: string
}

/**
 * Puts a document before its signers, as a dispatch of its own. Objects are written first, then all rows at once: a
 * crash leaves nothing that anybody sees. The same key with the same request is answered with the same document, for
 * ever.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, SIGNER_UNKNOWN, VALIDATION_FAILED and what
 *   intake refuses a file for
 */
export function sendDocument(ports: SendPorts, request: SendRequest): Promise<SentDocument> {
  const watcher = { ...request.sender, seesEverything: false }
  return runOnce(ports, keyedRequest(request), {
    act: async (lease) => followDocument(ports.store, watcher, await putBefore(ports, request, lease)),
    replay: (kept) => followDocument(ports.store, watcher, (kept as KeptDocument).documentId),
  })
}

/** What is kept of a request that was answered with a document. */
interface KeptDocument {
  readonly documentId: string
}

/** @returns the id of the new document */
async function putBefore(ports: SendPorts, request: SendRequest, lease: RequestLease | undefined): Promise<string> {
  const { sender } = request
  const taken = await takeInDocument(ports, request)
  const { id, at } = taken
  const documents = [{ ...taken, dispatchId: id, teamId: null }]
  const end = lease && { lease, answer: { documentId: id } satisfies KeptDocument, until: null }
  await ports.store.insert({ id, sender, message: '', documents, end, at })
  return id
}

/** Whose keys they are: a program's or a person's; the operator has none. */
export const callerOf = ({ clientId, userId }: Sender): KeyedRequest['caller'] | undefined =>
  clientId !== null ? { clientId } : userId !== null ? { userId } : undefined

function keyedRequest({ sender, idempotencyKey: key, ...asked }: SendRequest): KeyedRequest | undefined {
  const caller = callerOf(sender)
  if (key === undefined || !caller) return undefined
  return { caller, key, call: 'POST /v1/documents', digest: digestOf(factsOf(asked)) }
}

function factsOf({ file, attachments, order }: Pick<SendRequest, 'file' | 'attachments' | 'order'>): object {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  return {
    file: sha256(file),
    attachments: attachments.map(({ fileName, bytes }) => ({ fileName, digest: sha256(bytes) })),
    // The password of an encrypted file must not be guessable from what is kept.
    order: withoutPassword(order),
  }
}

function withoutPassword({ decrypt, ...order }: SendOrder): object {
  return { ...order, ...(decrypt && { decrypt: true }) }
}
