import { createHash } from 'node:crypto'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import { digestOf } from '../../digest-of.ts'
import type { RequestEnd } from '../../keyed-requests.ts'
import { callerOf, ownerOf } from '../../owner.ts'
import type { DocumentBytes } from '../../pending-documents/ports.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { followDocument } from '../follow-document.ts'
import { judgeFile } from '../judge-file.ts'
import type { IntakePdf } from '../intake/ports.ts'
import type { SendingStore, Watcher } from '../ports.ts'
import type { UploadStore } from '../uploads/ports.ts'
import { keepUpload } from '../uploads/upload-file.ts'
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
  /** Of each attachment, the ids of the signers that it was sent to; none for everybody. */
  readonly addressees: readonly (readonly string[])[]
}

/**
 * Hands the file of a document over again, so that its sender can send it once more, to whom they like. The document
 * stays as it is. The file itself comes last: without it nobody knows of the attachments, and they lapse.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_DAMAGED, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, TOO_MANY_FILES, and
 *   what intake refuses a file for
 */
export function copyDocument(ports: CopyPorts, request: CopyRequest): Promise<CopiedFiles> {
  const { watcher, documentId, file, idempotencyKey: key } = request
  const caller = callerOf(watcher)
  const call = `POST /v1/documents/${documentId.toLowerCase()}/uploads`
  const keyed = key === undefined || !caller ? undefined : { caller, key, call, digest: digestOf({ file }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const end = (answer: CopiedFiles) => lease && { lease, answer, until: keptUntil(ports.now()) }
      return copy(ports, request, end)
    },
    // Answers that were kept by a server before this one say nothing of addressees.
    replay: (kept) => {
      const { file: copied, attachments, addressees = attachments.map(() => []) } = kept as KeptCopy
      return Promise.resolve({ file: copied, attachments, addressees })
    },
  })
}

type KeptCopy = Omit<CopiedFiles, 'addressees'> & Partial<Pick<CopiedFiles, 'addressees'>>

type EndWith = (answer: CopiedFiles) => RequestEnd | undefined

async function copy(ports: CopyPorts, request: CopyRequest, end: EndWith): Promise<CopiedFiles> {
  const { watcher, documentId, file, onLength } = request
  const { id, fileName } = await followDocument(ports.store, watcher, documentId)
  const { bytes, key } = await ports.bytes.load(id, { onLength, ...(file === 'original' && { revision: 0 }) })
  const { judged } = await judgeFile(ports.pdf, bytes)
  const attached = file === 'original' ? await ports.changes.attachmentsOf(id) : []
  const attachments: string[] = []
  const addressees = attached.map(({ signerIds }) => signerIds)
  const owner = ownerOf(watcher)
  for (const { objectId, length, fileName: name } of attached) {
    onLength(length)
    const copied = await ports.objects.read(key, objectId)
    // What it is, sending finds out.
    const unseen = { judged: { pages: [], findings: [] }, endOf: () => undefined }
    attachments.push((await keepUpload(ports, { owner, name, ...whole(copied), ...unseen })).id)
  }
  const kept = await keepUpload(ports, {
    ...{ owner, name: fileName, judged, ...whole(bytes) },
    endOf: (upload) => end({ file: upload.id, attachments, addressees }),
  })
  return { file: kept.id, attachments, addressees }
}

const whole = (file: Uint8Array) => ({ file, sha256: createHash('sha256').update(file).digest('hex') })
