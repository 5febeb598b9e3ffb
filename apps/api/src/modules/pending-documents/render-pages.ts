import { createHash } from 'node:crypto'
import { PortalError, snapPageImageWidth } from '@rubrica/domain'
import type { ReadyPage, ReadyPages } from './keep-page-images.ts'
import type { DocumentBytes, PageImages, PendingDocumentStore, SignerStanding } from './ports.ts'
import { isOpen, requireStanding } from './require-standing.ts'

/** From this width on a page can be read; smaller images are thumbnails and prove nothing (spec §4, ReadAll). */
const READING_WIDTH = 640

export interface RenderPagesPorts {
  readonly store: PendingDocumentStore
  readonly bytes: DocumentBytes
  readonly images: PageImages
  readonly ready: ReadyPages
  readonly now: () => Date
}

export interface PagesRequest {
  readonly userId: string
  readonly documentId: string
  /** First page, from 1. */
  readonly page: number
  /** Device pixels, before snapping. */
  readonly width?: number
  readonly count?: number
  /** The entity tag of what the caller has already. */
  readonly known?: string
}

export interface RenderedPages {
  readonly entityTag: string
  /** Undefined when what the caller has is still right. */
  readonly pages: readonly ReadyPage[] | undefined
  readonly pageCount: number
  /** -1 after the last page. */
  readonly nextPage: number
}

/**
 * Pages of the current revision as images. Only the first page of an answer counts as read: the ones sent ahead by
 * `count` may never come into view.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export async function renderPages(ports: RenderPagesPorts, request: PagesRequest): Promise<RenderedPages> {
  const standing = await requireStanding(ports.store, request.userId, request.documentId)
  const { pageCount } = standing
  if (request.page > pageCount) {
    throw new PortalError('PAGE_NOT_FOUND', `The document has ${pageCount} pages.`, { facts: { Pages: pageCount } })
  }
  const width = snapPageImageWidth(request.width)
  const last = Math.min(pageCount, request.page + (request.count ?? 1) - 1)
  const nextPage = last < pageCount ? last + 1 : -1
  const entityTag = entityTagOf(standing, [request.page, last, width])
  if (request.known !== undefined && matches(request.known, entityTag)) {
    return { entityTag, pages: undefined, pageCount, nextPage }
  }
  const pages = await drawPages(ports, standing, { first: request.page, last, width })
  if (isOpen(standing) && width >= READING_WIDTH) {
    await ports.store.recordPageView({
      signerId: standing.signerId,
      subscriptionId: standing.subscriptionId,
      page: request.page,
      revision: standing.revision,
      imageDigest: pages[0]!.imageDigest,
      width,
      at: ports.now(),
    })
  }
  return { entityTag, pages, pageCount, nextPage }
}

/** Bound to the signer: the copy in a browser that somebody else used before proves nothing about this person. */
function entityTagOf(standing: SignerStanding, parts: readonly number[]): string {
  const text = [standing.digest, standing.signerId, ...parts].join(':')
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`
}

function matches(ifNoneMatch: string, entityTag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entityTag)
}

async function drawPages(
  ports: RenderPagesPorts,
  standing: SignerStanding,
  range: { first: number; last: number; width: number },
): Promise<ReadyPage[]> {
  const load = async () => (await ports.bytes.load(standing.documentId, standing.revision)).bytes
  const numbers = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i)
  return Promise.all(
    numbers.map((page) =>
      ports.ready.get(`${standing.digest}:${page}:${range.width}`, async () => {
        const image = await ports.images.render({ key: standing.digest, load, page, width: range.width })
        return {
          base64: Buffer.from(image.jpeg).toString('base64'),
          imageDigest: createHash('sha256').update(image.jpeg).digest(),
        }
      }),
    ),
  )
}
