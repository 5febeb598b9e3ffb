import type { AnswerPages, PageImages, PageText, RenderedPages, WantedPages } from '../../pending-documents/ports.ts'
import { findUpload, type ReadUploads } from './find-upload.ts'
import type { StoredUpload, Upload, UploadName } from './ports.ts'

export interface UploadPagePorts extends ReadUploads {
  readonly images: Pick<PageImages, 'render' | 'readText'>
  readonly answerPages: AnswerPages
}

/**
 * Pages of a file that waits to be sent, for its owner alone.
 * @throws {PortalError} FILE_NOT_FOUND, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export async function drawUpload(
  ports: UploadPagePorts,
  name: UploadName,
  wanted: WantedPages,
): Promise<RenderedPages> {
  const upload = await findUpload(ports.uploads, name, ports.now())
  const shown = shownBytes(ports, upload)
  const draw = (page: number, width: number) => ports.images.render({ ...shown, page, width })
  return ports.answerPages({ key: shown.key, viewer: upload.id, pageCount: upload.pages.length, draw }, wanted)
}

/** The words of such a page, and where they stand. @throws {PortalError} as drawUpload */
export async function readUploadText(
  ports: Omit<UploadPagePorts, 'answerPages'>,
  name: UploadName,
  page: number,
): Promise<PageText> {
  const upload = await findUpload(ports.uploads, name, ports.now())
  return ports.images.readText({ ...shownBytes(ports, upload), page })
}

const shownBytes = ({ objects }: Pick<UploadPagePorts, 'objects'>, { id, key, objectId }: Upload & StoredUpload) => ({
  key: `upload:${id}`,
  load: () => objects.read(key, objectId),
})
