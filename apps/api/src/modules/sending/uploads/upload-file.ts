import { createHash } from 'node:crypto'
import { PortalError, newId } from '@rubrica/domain'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import { digestOf } from '../../digest-of.ts'
import type { KeyedRequest, RequestEnd, RequestLease } from '../../keyed-requests.ts'
import type { Owner } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import type { IntakePdf } from '../intake/ports.ts'
import { judgeFile } from '../judge-file.ts'
import type { SendOrder } from '../ports.ts'
import { judgeAttachment } from '../take-in-attachments.ts'
import { UNUSED_MS, type Upload, type UploadStore } from './ports.ts'

/** Files of one owner that may wait; with those of all drafts. */
const MOST_WAITING = 3000

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
  /** An attachment only goes along, and may be anything; what it is, sending finds out. */
  readonly purpose: 'document' | 'attachment'
  /** The consent to take off the encryption of a document. */
  readonly decrypt: SendOrder['decrypt']
}

/**
 * Takes a file that is to be sent later, judged as when it is sent, so that its owner hears of a refusal before anybody
 * is chosen. The object is encrypted under a key of its own and written before the row that names it.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, TOO_MANY_FILES, and what intake refuses a file for
 */
export function uploadFile(ports: UploadPorts, request: UploadRequest): Promise<Upload> {
  const sha256 = sha256Of(request.file)
  return runOnce(ports, keyedRequest(request, sha256), {
    act: (lease) => keepFile(ports, { ...request, sha256, lease }),
    replay: (kept) => Promise.resolve(revive(kept as KeptUpload)),
  })
}

interface FileToKeep extends UploadRequest {
  readonly sha256: string
  readonly lease: RequestLease | undefined
}

async function keepFile(ports: UploadPorts, { owner, name, purpose, lease, ...asked }: FileToKeep): Promise<Upload> {
  const { base: file, judged } =
    purpose === 'document'
      ? await judgeFile(ports.pdf, asked.file, asked.decrypt)
      : { base: asked.file, judged: await judgeAlong(ports.pdf, asked.file) }
  const sha256 = judged.findings.includes('DECRYPTED') ? sha256Of(file) : asked.sha256
  return keepUpload(ports, {
    ...{ owner, name, file, sha256, judged },
    // Its answer is repeated also once the file is gone: whoever repeats is told its id.
    endOf: (upload) => lease && { lease, answer: upload, until: keptUntil(upload.uploadedAt) },
  })
}

/** A file that only goes along demands nothing of whoever sends it. */
async function judgeAlong(pdf: IntakePdf, file: Uint8Array): Promise<JudgedFile['judged']> {
  return { pages: (await judgeAttachment(pdf, file)).pages, findings: [] }
}

const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** A file that was looked at, to be kept until it is sent. */
interface JudgedFile extends Pick<UploadRequest, 'owner' | 'name' | 'file'> {
  readonly sha256: string
  readonly judged: Pick<Upload, 'pages' | 'findings'>
  /** What ends with it. */
  readonly endOf: (upload: Upload) => RequestEnd | undefined
}

/** @throws {PortalError} TOO_MANY_FILES */
export async function keepUpload(
  { objects, uploads, now }: Pick<UploadPorts, 'objects' | 'uploads' | 'now'>,
  { owner, name, file, sha256, judged, endOf }: JudgedFile,
): Promise<Upload> {
  const id = newId()
  const key = { documentId: id, wrappedKey: await objects.newKey(id) }
  const objectId = await objects.write(key, file)
  const at = now()
  const expiresAt = new Date(at.getTime() + UNUSED_MS)
  const upload: Upload = { id, name, size: file.length, sha256, ...judged, uploadedAt: at, expiresAt }
  if (!(await uploads.insert(upload, { owner, key, objectId, end: endOf(upload), most: MOST_WAITING }))) {
    throw new PortalError('TOO_MANY_FILES', `${MOST_WAITING} of your files wait to be sent. Send or delete some.`, {
      facts: { Limit: MOST_WAITING },
    })
  }
  return upload
}

function keyedRequest(
  { owner, idempotencyKey: key, name, purpose, decrypt }: UploadRequest,
  file: string,
): KeyedRequest | undefined {
  if (key === undefined) return undefined
  // The password of an encrypted file must not be guessable from what is kept.
  const more = { ...(purpose === 'attachment' && { purpose }), ...(decrypt && { decrypt: true }) }
  return { caller: owner, key, call: 'POST /v1/files', digest: digestOf({ name, file, ...more }) }
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
