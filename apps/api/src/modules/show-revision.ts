import { snapPageImageWidth } from '@rubrica/domain'
import type {
  AnswerPages,
  DocumentBytes,
  PageImages,
  PageText,
  RenderedPages,
  ServedImage,
  ShownBytes,
  WantedPages,
} from './pending-documents/ports.ts'

/** A revision of a document, to whoever may see it. */
export interface ShownRevision {
  readonly documentId: string
  readonly revision: number
  /** SHA-256 of the revision, lower-case hex. */
  readonly digest: string
  readonly pageCount: number
}

/**
 * Pages of a revision as images.
 * @param viewer who looks: the id of a signer, an approver or somebody with a copy
 * @throws {PortalError} DOCUMENT_NOT_FOUND, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export function renderRevision(
  ports: { readonly bytes: DocumentBytes; readonly images: PageImages; readonly answerPages: AnswerPages },
  shown: ShownRevision & { readonly viewer: string },
  wanted: WantedPages,
): Promise<RenderedPages> {
  const { digest, viewer, pageCount } = shown
  const bytes = bytesOf(ports.bytes, shown)
  const draw = (page: number, width: number) => ports.images.render({ ...bytes, page, width })
  return ports.answerPages({ key: digest, viewer, pageCount, draw }, wanted)
}

/** From this width on a page can be read; smaller images are thumbnails and prove nothing (spec §4, ReadAll). */
const READING_WIDTH = 640

/**
 * What counts as served of an answer: only its first page, since the ones sent ahead by `count` may never come into view.
 * @returns undefined for an image that nobody can read, or that the browser had already
 */
export function servedImage(
  { pages }: RenderedPages,
  { page, width: wanted }: WantedPages,
  { revision }: Pick<ShownRevision, 'revision'>,
): ServedImage | undefined {
  const imageDigest = pages?.[0]?.imageDigest
  const width = snapPageImageWidth(wanted)
  return imageDigest && width >= READING_WIDTH ? { page, revision, imageDigest, width } : undefined
}

/** The words of a page. @throws {PortalError} as `renderRevision` */
export const readRevisionText = (
  { bytes, images }: { readonly bytes: DocumentBytes; readonly images: PageImages },
  shown: ShownRevision,
  page: number,
): Promise<PageText> => images.readText({ ...bytesOf(bytes, shown), page })

const bytesOf = (bytes: DocumentBytes, { digest, documentId, revision }: ShownRevision): ShownBytes => ({
  key: digest,
  load: async () => (await bytes.load(documentId, { revision })).bytes,
})
