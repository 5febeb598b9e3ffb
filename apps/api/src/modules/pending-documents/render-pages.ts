import type {
  AnswerPages,
  DocumentBytes,
  PageImages,
  PageText,
  PendingDocumentStore,
  RenderedPages,
  WantedPages,
} from './ports.ts'
import { isOpen, requireStanding, requireStandingAtPage } from './require-standing.ts'
import { readRevisionText, renderRevision, servedImage } from '../show-revision.ts'

export interface RenderPagesPorts {
  readonly store: PendingDocumentStore
  readonly bytes: DocumentBytes
  readonly images: PageImages
  readonly answerPages: AnswerPages
  readonly now: () => Date
}

export interface PagesRequest extends WantedPages {
  readonly userId: string
  /** Of a deputy, who reads for themselves. */
  readonly substitutionId?: string | undefined
  readonly documentId: string
}

/**
 * Pages of the current revision as images. Only the first page of an answer counts as read.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export async function renderPages(ports: RenderPagesPorts, request: PagesRequest): Promise<RenderedPages> {
  const standing = await requireStandingAtPage(ports.store, request)
  const rendered = await renderRevision(ports, { ...standing, viewer: standing.signerId }, request)
  const image = servedImage(rendered, request, standing)
  // Each image is kept once, so most calls have nothing to write.
  const isNew = image && !standing.served.some((served) => served.equals(image.imageDigest))
  if (isNew && isOpen(standing, ports.now())) {
    const { signerId, subscriptionId } = standing
    const { substitutionId } = request
    await ports.store.recordPageView({ ...image, signerId, subscriptionId, substitutionId, at: ports.now() })
  }
  return rendered
}

/** The words of a page of the current revision. @throws {PortalError} as renderPages */
export async function readPageText(
  ports: Pick<RenderPagesPorts, 'store' | 'bytes' | 'images'>,
  { userId, documentId, page }: Pick<PagesRequest, 'userId' | 'documentId' | 'page'>,
): Promise<PageText> {
  const standing = await requireStanding(ports.store, userId, documentId)
  return readRevisionText(ports, standing, page)
}
