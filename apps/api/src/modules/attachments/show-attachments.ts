import { PortalError } from '@rubrica/domain'
import type { AnswerPages, PageImages, RenderedPages, WantedPages } from '../pending-documents/ports.ts'
import type { Attachment, AttachmentReader, AttachmentStore } from './ports.ts'

export interface AttachmentPorts {
  readonly attachments: AttachmentStore
  readonly images: PageImages
  readonly answerPages: AnswerPages
  readonly now: () => Date
}

export interface AttachmentRequest extends AttachmentReader {
  readonly attachmentId: string
}

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])

/** How many pages an attachment has to show; null when it can only be taken as it is. */
export function pagesToShow({ mediaType, pageCount }: Attachment): number | null {
  if (PICTURES.has(mediaType)) return 1
  return mediaType === 'application/pdf' ? pageCount : null
}

/** @throws {PortalError} NO_ATTACHMENTS (spec §6: 403 means none), also for everybody whom they do not concern */
export async function listAttachments(
  { attachments, now }: Pick<AttachmentPorts, 'attachments' | 'now'>,
  reader: AttachmentReader,
): Promise<readonly Attachment[]> {
  const found = await attachments.list(reader, now())
  if (found.length === 0) throw new PortalError('NO_ATTACHMENTS', 'Nothing is attached.')
  return found
}

/** @throws {PortalError} ATTACHMENT_NOT_FOUND, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE for what cannot be drawn */
export async function renderAttachment(
  ports: AttachmentPorts,
  request: AttachmentRequest & WantedPages,
): Promise<RenderedPages> {
  const attachment = await requireAttachment(ports, request)
  const pageCount = pagesToShow(attachment)
  if (pageCount === null) {
    throw new PortalError('PAGE_NOT_RENDERABLE', 'This attachment can only be downloaded.', {
      facts: { Reason: 'MEDIA_TYPE' },
    })
  }
  const shown = { key: `attachment:${attachment.id}`, load: () => ports.attachments.load(attachment.id) }
  const draw = (page: number, width: number) =>
    PICTURES.has(attachment.mediaType)
      ? ports.images.renderPicture({ ...shown, width })
      : ports.images.render({ ...shown, page, width })
  return ports.answerPages({ key: shown.key, viewer: request.userId, pageCount, draw }, request)
}

/** @throws {PortalError} ATTACHMENT_NOT_FOUND; and what `onLength` throws, before anything is read */
export async function downloadAttachment(
  ports: Pick<AttachmentPorts, 'attachments' | 'now'>,
  { onLength, ...request }: AttachmentRequest & { readonly onLength: (bytes: number) => void },
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { id, fileName, length } = await requireAttachment(ports, request)
  onLength(length)
  return { bytes: await ports.attachments.load(id), fileName }
}

async function requireAttachment(
  { attachments, now }: Pick<AttachmentPorts, 'attachments' | 'now'>,
  { attachmentId, ...reader }: AttachmentRequest,
): Promise<Attachment> {
  const wanted = attachmentId.toLowerCase()
  const found = (await attachments.list(reader, now())).find(({ id }) => id === wanted)
  if (!found) throw new PortalError('ATTACHMENT_NOT_FOUND', 'There is no such attachment for this user.')
  return found
}
