/** The files of sent documents as one ZIP. */
import type { Readable } from 'node:stream'
import { PortalError } from '@rubrica/domain'
import type { AttachmentStore } from '../../attachments/ports.ts'
import type { DocumentBytes } from '../../pending-documents/ports.ts'
import { showBulk } from '../bulk/start-bulk.ts'
import { MOST_ARCHIVE_BYTES, type BulkFile, type BulkStore } from '../bulk/ports.ts'
import type { ChangeStore } from '../changes/ports.ts'
import { followDocument } from '../follow-document.ts'
import type { SendingStore, SentDocument, Watcher } from '../ports.ts'
import type { ArchivedFile, ZipFiles } from './ports.ts'
import { safeName, UniqueNames } from './name-entries.ts'

export interface ArchivePorts {
  readonly store: SendingStore
  readonly changes: Pick<ChangeStore, 'attachmentsOf'>
  readonly bulks: BulkStore
  readonly bytes: DocumentBytes
  readonly attachments: Pick<AttachmentStore, 'load'>
  readonly zip: ZipFiles
  readonly now: () => Date
}

interface Archive {
  readonly fileName: string
  readonly content: Readable
}

interface OneRequest {
  readonly watcher: Watcher
  readonly documentId: string
  readonly files: readonly BulkFile[]
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND, ARCHIVE_TOO_LARGE */
export async function archiveOne(ports: ArchivePorts, { watcher, documentId, files }: OneRequest): Promise<Archive> {
  const document = await followDocument(ports.store, watcher, documentId)
  if ((await ports.bulks.sizeOf(document.id, files)) > MOST_ARCHIVE_BYTES) throw tooLarge()
  const content = ports.zip(await entriesOf(ports, [document], files))
  return { fileName: `${stemOf(safeName(document.fileName))}.zip`, content }
}

/**
 * The documents of a download whose results are there. Those that its owner does not see any more are left out.
 * @throws {PortalError} BULK_ACT_NOT_FOUND, BULK_ACT_UNDER_WAY, ARCHIVE_TOO_LARGE
 */
export async function archiveBulk(
  ports: ArchivePorts,
  { watcher, id }: { watcher: Watcher; id: string },
): Promise<Archive> {
  const bulk = await showBulk(ports, watcher, id)
  if (bulk.act !== 'download' || !bulk.endedAt) {
    throw new PortalError('BULK_ACT_UNDER_WAY', 'The archive is there once each document has its result.')
  }
  const documents: SentDocument[] = []
  let bytes = 0
  for (const { documentId, state, fileName } of bulk.results) {
    if (state !== 'done' || fileName === null) continue
    const document = await ports.store.find(watcher, documentId)
    if (!document) continue
    // Signatures that came since make it larger.
    bytes += await ports.bulks.sizeOf(document.id, bulk.files)
    documents.push(document)
  }
  if (bytes > MOST_ARCHIVE_BYTES * LEEWAY) throw tooLarge()
  const day = bulk.createdAt.toISOString().slice(0, 10)
  return { fileName: `documents-${day}.zip`, content: ports.zip(await entriesOf(ports, documents, bulk.files)) }
}

/** What was weighed once may grow a little. */
const LEEWAY = 1.1

const tooLarge = () =>
  new PortalError('ARCHIVE_TOO_LARGE', `The files together have more than ${MOST_ARCHIVE_BYTES} bytes.`, {
    facts: { Most: MOST_ARCHIVE_BYTES },
  })

const stemOf = (name: string) => name.replace(/\.pdf$/i, '') || name

/** One kind of file stands side by side; of several each document has a folder of its own. */
async function entriesOf(
  ports: ArchivePorts,
  documents: readonly SentDocument[],
  files: readonly BulkFile[],
): Promise<ArchivedFile[]> {
  const [kinds, names, entries] = [new Set(files), new UniqueNames(), [] as ArchivedFile[]]
  const isFlat = kinds.size === 1 && !kinds.has('attachments')
  for (const document of documents) {
    const name = safeName(document.fileName)
    const modifiedAt = document.endedAt ?? document.uploadedAt
    const load = async (revision?: number) =>
      (await ports.bytes.load(document.id, revision === undefined ? {} : { revision })).bytes
    const folder = isFlat ? '' : `${names.take(stemOf(name))}/`
    const place = (kind: string) => (isFlat ? names.take(name) : `${folder}${kind}${name}`)
    if (kinds.has('signed')) entries.push({ path: place(''), modifiedAt, read: () => load() })
    if (kinds.has('original')) {
      entries.push({ path: place('original/'), modifiedAt: document.uploadedAt, read: () => load(0) })
    }
    if (kinds.has('attachments')) entries.push(...(await attachedTo(ports, document, folder)))
  }
  return entries
}

async function attachedTo(ports: ArchivePorts, { id, uploadedAt }: SentDocument, folder: string) {
  const names = new UniqueNames()
  return (await ports.changes.attachmentsOf(id)).map((attachment): ArchivedFile => ({
    path: `${folder}attachments/${names.take(safeName(attachment.fileName))}`,
    modifiedAt: uploadedAt,
    read: () => ports.attachments.load(attachment.id),
  }))
}
