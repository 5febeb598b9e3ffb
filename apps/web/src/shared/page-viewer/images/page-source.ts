import { ApiError } from '@rubrica/contract'
import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { decodeBase64 } from './decode-base64.ts'
import { keptReading } from '../reading/kept-readings.ts'
import { firstImageWidth } from '../page-width.ts'
import { readJpegSize } from './read-jpeg-size.ts'
import type { FileContent } from '../save-file.ts'

interface PageRequest {
  /** From 1. */
  readonly page: number
  /** Device pixels, one of the offered widths. */
  readonly width: number
  readonly signal: AbortSignal
}
interface PagesAnswer {
  readonly DocPageRendered: readonly string[]
  readonly NumberOfPages: number
  /** -1 after the last page. */
  readonly NextPage: number
}

/** A line of a page and its box: shares of the page, from its upper left corner. */
export interface PageLine {
  readonly Text: string
  readonly Left: number
  readonly Top: number
  readonly Width: number
  readonly Height: number
}
interface PageWords {
  readonly Text: string
  /** None where there are too many, and from a server that does not know where they stand. */
  readonly Lines?: readonly PageLine[]
}

/** Something whose pages the server renders; one call gives one page, because a page sent ahead was not read. */
export interface PageSource {
  readonly key: QueryKey
  /** The name under which the session keeps how far its reader is; without one nothing is kept. */
  readonly keptAs?: string
  readonly load: (request: PageRequest) => Promise<PagesAnswer>
  /** The words of a page (from 1), for who cannot see its image, and in their places to be selected on it. */
  readonly text?: (request: Omit<PageRequest, 'width'>) => Promise<PageWords>
  /** The file itself, for a page that cannot be shown. */
  readonly download?: () => Promise<FileContent>
}

export interface LoadedPage {
  readonly image: Blob
  /** Height divided by width. */
  readonly shape: number
  readonly pageCount: number
}

/** How long an image that is not on the screen is kept. */
const KEPT_MS = 60_000

/** The words of one page. @throws {ApiError} 422 when they cannot be read; {NetworkError} */
export function pageTextQuery(source: PageSource, page: number) {
  return queryOptions({
    queryKey: [...source.key, 'text', page],
    queryFn: async ({ signal }): Promise<PageWords> => (await source.text?.({ page, signal })) ?? { Text: '' },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
  })
}

/** The image of one page at one width. @throws {ApiError} 422 PAGE_NOT_RENDERABLE; {NetworkError} */
export function pageQuery(source: PageSource, page: number, width: number) {
  return queryOptions({
    queryKey: [...source.key, 'pages', page, width],
    queryFn: async ({ signal }): Promise<LoadedPage> => {
      const answer = await source.load({ page, width, signal })
      const bytes = decodeBase64(answer.DocPageRendered[0] ?? '')
      const size = readJpegSize(bytes)
      if (!size || size.width === 0) throw new TypeError('The server sent a page that is no JPEG')
      return {
        image: new Blob([bytes], { type: 'image/jpeg' }),
        shape: size.height / size.width,
        pageCount: answer.NumberOfPages,
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
}

/** The number of pages that an error of the server names, if it does. */
export function pageCountOf(error: unknown): number | undefined {
  const pages = error instanceof ApiError ? error.details.Pages : undefined
  return typeof pages === 'number' && pages > 0 ? pages : undefined
}

/** The pages of a document that waits for a signature. */
export function documentPages(docGuid: string): PageSource {
  return {
    key: queryKeys.document(docGuid),
    keptAs: docGuid,
    load: ({ page, width, signal }) =>
      api.renderedDocument({ params: { docGuid, page: String(page) }, query: { width: String(width) }, signal }),
    text: ({ page, signal }) => api.pageText({ params: { docGuid, page: String(page) }, signal }),
    download: () => api.downloadDocument({ params: { docGuid } }),
  }
}

/** The pages of a document that waits for an approval. */
export function approvalPages(approverGuid: string): PageSource {
  return {
    key: queryKeys.approval(approverGuid),
    keptAs: approverGuid,
    load: ({ page, width, signal }) =>
      api.approvalPages({ params: { approverGuid, page: String(page) }, query: { width: String(width) }, signal }),
    text: ({ page, signal }) => api.approvalPageText({ params: { approverGuid, page: String(page) }, signal }),
  }
}

/** The pages of what was sent along with a document. */
export function attachmentPages(signerGuid: string, attGuid: string): PageSource {
  const params = { signerGuid, attGuid }
  return {
    key: [...queryKeys.attachments(signerGuid), attGuid],
    load: ({ page, width, signal }) =>
      api.attachmentPages({ params, query: { page: String(page), width: String(width) }, signal }),
    download: () => api.downloadAttachment({ params }),
  }
}

/** Asks for the page that will be shown first ahead of the screen that will show it. */
export function requestFirstPage(source: PageSource): void {
  const page = (source.keptAs === undefined ? null : keptReading(source.keptAs))?.page ?? 1
  void queryClient.prefetchQuery(pageQuery(source, page, firstImageWidth()))
}
