/** A document to somebody who has a copy: always as it is today, whatever becomes of it, and only to be read. */
import { PortalError } from '@rubrica/domain'
import type {
  AnswerPages,
  DocumentBytes,
  PageImages,
  PageText,
  PendingDocumentStore,
  RenderedPages,
  WantedPages,
  WhichBytes,
} from '../pending-documents/ports.ts'
import { readRevisionText, renderRevision } from '../show-revision.ts'
import type { CopyName, CopyStanding, CopyStore, DocumentCopy } from './ports.ts'

export interface CopyPorts {
  readonly copies: CopyStore
  readonly documents: Pick<PendingDocumentStore, 'progress'>
  readonly bytes: DocumentBytes
  readonly images: PageImages
  readonly answerPages: AnswerPages
  readonly now: () => Date
}

const copyNotFound = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such copy for this user.')

/** @throws {PortalError} DOCUMENT_NOT_FOUND, as everything here */
export async function requireCopy({ copies }: Pick<CopyPorts, 'copies'>, name: CopyName): Promise<CopyStanding> {
  const standing = await copies.standing(name)
  if (!standing) throw copyNotFound()
  return standing
}

export async function showCopy({ copies }: Pick<CopyPorts, 'copies'>, name: CopyName): Promise<DocumentCopy> {
  const copy = await copies.find(name)
  if (!copy) throw copyNotFound()
  return copy
}

/** Who signs it, and how far each is. */
export async function describeCopy(
  ports: Pick<CopyPorts, 'copies' | 'documents'>,
  name: CopyName,
): ReturnType<PendingDocumentStore['progress']> {
  const { documentId } = await requireCopy(ports, name)
  return ports.documents.progress(documentId)
}

/** @throws {PortalError} also PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE */
export async function renderCopyPages(ports: CopyPorts, request: CopyName & WantedPages): Promise<RenderedPages> {
  const standing = await requireCopy(ports, request)
  return renderRevision(ports, { ...standing, viewer: standing.copyId }, request)
}

/** The words of a page. @throws {PortalError} as renderCopyPages */
export async function readCopyText(
  ports: Pick<CopyPorts, 'copies' | 'bytes' | 'images'>,
  { page, ...name }: CopyName & { readonly page: number },
): Promise<PageText> {
  const standing = await requireCopy(ports, name)
  return readRevisionText(ports, standing, page)
}

/** The log is written before the answer is sent. */
export async function downloadCopy(
  ports: Pick<CopyPorts, 'copies' | 'bytes' | 'now'>,
  { onLength, ...name }: CopyName & Pick<WhichBytes, 'onLength'>,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const standing = await requireCopy(ports, name)
  const { bytes } = await ports.bytes.load(standing.documentId, { revision: standing.revision, onLength })
  await ports.copies.recordDownload(standing, ports.now())
  return { bytes, fileName: standing.fileName }
}
