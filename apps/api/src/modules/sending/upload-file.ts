import { createHash, randomUUID } from 'node:crypto'
import type { DocumentObjects } from '../../ports/object-store.ts'
import { digestOf } from '../digest-of.ts'
import type { KeyedRequest, RequestLease } from '../keyed-requests.ts'
import type { Owner } from '../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import { judgeFile } from './judge-file.ts'
import type { IntakePdf, Upload, UploadStore } from './ports.ts'

/** How long an upload waits to be sent. */
export const UNUSED_MS = 24 * 60 * 60_000

export interface UploadPorts extends RunOnce {
  readonly uploads: UploadStore
  readonly pdf: IntakePdf
  readonly objects: DocumentObjects
}

export interface UploadRequest {
  readonly owner: Owner
  readonly idempotencyKey: string | undefined
  /** Without path and control characters. */
  readonly name: string
  readonly file: Uint8Array
}

/**
 * Takes a file that is to be sent later, judged as when it is sent, so that its owner hears of a refusal before anybody
 * is chosen. The object is encrypted under a key of its own and written before the row that names it.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and what intake refuses a file for
 */
export function uploadFile(ports: UploadPorts, request: UploadRequest): Promise<Upload> {
  const sha256 = createHash('sha256').update(request.file).digest('hex')
  return runOnce(ports, keyedRequest(request, sha256), {
    act: (lease) => keepFile(ports, { ...request, sha256, lease }),
    replay: (kept) => Promise.resolve(revive(kept as KeptUpload)),
  })
}

interface FileToKeep extends UploadRequest {
  readonly sha256: string
  readonly lease: RequestLease | undefined
}

async function keepFile(ports: UploadPorts, { owner, name, file, sha256, lease }: FileToKeep): Promise<Upload> {
  const judged = await judgeFile(ports.pdf, file)
  const id = randomUUID()
  const key = { documentId: id, wrappedKey: await ports.objects.newKey(id) }
  const objectId = await ports.objects.write(key, file)
  const at = ports.now()
  const expiresAt = new Date(at.getTime() + UNUSED_MS)
  const upload: Upload = { id, name, size: file.length, sha256, ...judged, uploadedAt: at, expiresAt }
  // Its answer is repeated also once the file is gone: whoever repeats is told its id.
  const end = lease && { lease, answer: upload, until: keptUntil(at) }
  await ports.uploads.insert(upload, { owner, key, objectId, end })
  return upload
}

function keyedRequest({ owner, idempotencyKey: key, name }: UploadRequest, file: string): KeyedRequest | undefined {
  if (key === undefined) return undefined
  return { caller: owner, key, call: 'POST /v1/files', digest: digestOf({ name, file }) }
}

/** An upload as JSON keeps it. */
type KeptUpload = Omit<Upload, 'uploadedAt' | 'expiresAt'> & {
  readonly uploadedAt: string
  readonly expiresAt: string
}

const revive = (kept: KeptUpload): Upload => ({
  ...kept,
  uploadedAt: new Date(kept.uploadedAt),
  expiresAt: new Date(kept.expiresAt),
})
