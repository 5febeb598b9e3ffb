import { createHash, randomUUID } from 'node:crypto'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import { digestOf } from '../../digest-of.ts'
import type { RequestEnd } from '../../keyed-requests.ts'
import { callerOf, ownerOf } from '../../owner.ts'
import type { DocumentBytes } from '../../pending-documents/ports.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { followDocument } from '../follow-document.ts'
import { judgeFile } from '../judge-file.ts'
import type { AttachedFile, IntakePdf, SendingStore, Upload, UploadStore, Watcher } from '../ports.ts'
import { UNUSED_MS } from '../upload-file.ts'
import type { ChangeStore } from './ports.ts'

export interface CopyPorts extends RunOnce {
  readonly store: SendingStore
  readonly changes: Pick<ChangeStore, 'attachmentsOf'>
  readonly bytes: DocumentBytes
  readonly uploads: UploadStore
  readonly pdf: IntakePdf
  readonly objects: DocumentObjects
}

export interface CopyRequest {
  readonly watcher: Watcher
  readonly documentId: string
  /** As it came, with its attachments, or as it is signed so far. */
  readonly file: 'original' | 'signed'
  readonly idempotencyKey: string | undefined
  /** Called with the bytes of each file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

/** Ids of uploads. */
export interface CopiedFiles {
  readonly file: string
  readonly attachments: readonly string[]
}

/**
 * Hands the file of a document over again, so that its sender can send it once more, to whom they like. The document
 * stays as it is. The file itself comes last: without it nobody knows of the attachments, and they lapse.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_DAMAGED, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and what
 *   intake refuses a file for
 */
export function copyDocument(ports: CopyPorts, request: CopyRequest): Promise<CopiedFiles> {
  const { watcher, documentId, file, idempotencyKey: key } = request
  const caller = callerOf(watcher)
  const call = `POST /v1/documents/${documentId.toLowerCase()}/copies`
  const keyed = key === undefined || !caller ? undefined : { caller, key, call, digest: digestOf({ file }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const end = (answer: CopiedFiles) => lease && { lease, answer, until: keptUntil(ports.now()) }
      return copy(ports, request, end)
    },
    replay: (kept) => Promise.resolve(kept as CopiedFiles),
  })
}

type EndWith = (answer: CopiedFiles) => RequestEnd | undefined

async function copy(ports: CopyPorts, request: CopyRequest, end: EndWith): Promise<CopiedFiles> {
  const { watcher, documentId, file, onLength } = request
  const { id, fileName } = await followDocument(ports.store, watcher, documentId)
  const { bytes, key } = await ports.bytes.load(id, { onLength, ...(file === 'original' && { revision: 0 }) })
  const judged = await judgeFile(ports.pdf, bytes)
  const attached = file === 'original' ? await ports.changes.attachmentsOf(id) : []
  const attachments: string[] = []
  for (const { objectId, length, fileName: name } of attached) {
    onLength(length)
    const read = { fileName: name, bytes: await ports.objects.read(key, objectId) }
    // What it is, sending finds out.
    attachments.push(await keep(ports, request, { file: read, judged: { pages: [], findings: [] } }))
  }
  const copied = { file: randomUUID(), attachments }
  await keep(ports, request, { file: { fileName, bytes }, judged, id: copied.file, end: end(copied) })
  return copied
}

interface FileToKeep {
  readonly file: AttachedFile
  readonly judged: Pick<Upload, 'pages' | 'findings'>
  readonly id?: string
  readonly end?: RequestEnd | undefined
}

/** @returns the id of the upload */
async function keep(
  { objects, uploads, now }: CopyPorts,
  { watcher }: CopyRequest,
  { file: { fileName, bytes }, judged, id = randomUUID(), end }: FileToKeep,
): Promise<string> {
  const key = { documentId: id, wrappedKey: await objects.newKey(id) }
  const objectId = await objects.write(key, bytes)
  const at = now()
  const upload: Upload = {
    ...{ id, name: fileName, size: bytes.length, ...judged },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    uploadedAt: at,
    expiresAt: new Date(at.getTime() + UNUSED_MS),
  }
  await uploads.insert(upload, { owner: ownerOf(watcher), key, objectId, end })
  return id
}
