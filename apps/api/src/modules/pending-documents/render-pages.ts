import { createHash } from 'node:crypto'
import { PortalError, snapPageImageWidth } from '@rubrica/domain'
import type { ReadyPage, ReadyPages } from './keep-page-images.ts'
import type { DocumentBytes, PageImages, PendingDocumentStore, SignerStanding } from './ports.ts'
import { isOpen, requireStanding } from './require-standing.ts'

/** From this width on a page can be read; smaller images are thumbnails and prove nothing (spec §4, ReadAll). */
const READING_WIDTH = 640
/** How long an answer is held up for the pages that `count` sends ahead, in milliseconds. */
const AHEAD_MS = 5000

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
 * `count` may never come into view, and are left out when they cannot be drawn soon.
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
  const nextAfter = (page: number) => (page < pageCount ? page + 1 : -1)
  const entityTag = entityTagOf(standing, [request.page, last, width])
  if (request.known !== undefined && matches(request.known, entityTag)) {
    return { entityTag, pages: undefined, pageCount, nextPage: nextAfter(last) }
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
  return { entityTag, pages, pageCount, nextPage: nextAfter(request.page + pages.length - 1) }
}

/** Bound to the signer: the copy in a browser that somebody else used before proves nothing about this person. */
function entityTagOf(standing: SignerStanding, parts: readonly number[]): string {
  const text = [standing.digest, standing.signerId, ...parts].join(':')
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`
}

function matches(ifNoneMatch: string, entityTag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entityTag)
}

/** The first page, and those of the further ones that can be had without keeping it waiting. */
async function drawPages(
  ports: RenderPagesPorts,
  standing: SignerStanding,
  range: { first: number; last: number; width: number },
): Promise<ReadyPage[]> {
  const endOfWait = ports.now().getTime() + AHEAD_MS
  const draw = pageDrawer(ports, standing, range.width)
  const pages = [await draw(range.first)]
  for (let page = range.first + 1; page <= range.last; page++) {
    const ready = await atOnce(draw(page), endOfWait - ports.now().getTime())
    if (!ready) break
    pages.push(ready)
  }
  return pages
}

function pageDrawer(ports: RenderPagesPorts, standing: SignerStanding, width: number) {
  const load = async () => (await ports.bytes.load(standing.documentId, { revision: standing.revision })).bytes
  return (page: number): Promise<ReadyPage> =>
    ports.ready.get(`${standing.digest}:${page}:${width}`, async () => {
      const image = await ports.images.render({ key: standing.digest, load, page, width })
      return {
        base64: Buffer.from(image.jpeg).toString('base64'),
        imageDigest: createHash('sha256').update(image.jpeg).digest(),
      }
    })
}

/** Undefined when it fails or takes longer: whoever needs that page asks for it by its number. */
async function atOnce(drawing: Promise<ReadyPage>, ms: number): Promise<ReadyPage | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((done) => {
    timer = setTimeout(done, Math.max(0, ms), undefined)
  })
  return Promise.race([drawing.catch(() => undefined), tooLate]).finally(() => clearTimeout(timer))
}
