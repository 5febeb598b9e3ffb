import { createHash } from 'node:crypto'
import { PortalError, canonicalJson } from '@rubrica/domain'
import type { SendOrder, SentDocument } from './ports.ts'
import { takeInDocument, type DocumentWish, type TakeInPorts } from './take-in-document.ts'

export interface SendRequest extends DocumentWish {
  /** The same key with the same request is the same document. */
  readonly idempotencyKey?: string
}

/**
 * Puts a document before its signers, as a dispatch of its own. Objects are written first, then all rows at once: a
 * crash leaves nothing that anybody sees.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, SIGNER_UNKNOWN, VALIDATION_FAILED and what intake refuses a file for
 */
export async function sendDocument(ports: TakeInPorts, request: SendRequest): Promise<SentDocument> {
  const requestDigest = digestOf(request)
  const earlier = await findEarlier(ports, request, requestDigest)
  if (earlier) return earlier
  const { sender, idempotencyKey = null } = request
  const taken = await takeInDocument(ports, request)
  const { id, at } = taken
  const document = { ...taken, dispatchId: id, teamId: null, idempotencyKey, requestDigest }
  const inserted = await ports.store.insert({ id, sender, message: '', documents: [document], at })
  const sent = inserted
    ? await ports.store.find({ ...sender, seesEverything: false }, id)
    : await findEarlier(ports, request, requestDigest)
  if (!sent) throw new PortalError('TEMPORARILY_UNAVAILABLE', 'The document could not be read back. Try again.')
  return sent
}

async function findEarlier(
  { store }: TakeInPorts,
  { sender, idempotencyKey }: SendRequest,
  requestDigest: Buffer,
): Promise<SentDocument | undefined> {
  if (idempotencyKey === undefined || sender.clientId === null) return undefined
  const earlier = await store.findByKey(sender.clientId, idempotencyKey)
  if (!earlier) return undefined
  if (!earlier.requestDigest.equals(requestDigest)) {
    throw new PortalError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.')
  }
  return store.find({ ...sender, seesEverything: false }, earlier.id)
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
