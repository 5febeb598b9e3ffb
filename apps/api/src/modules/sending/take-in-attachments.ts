import { MAX_DOCUMENT_PAGES, PortalError } from '@rubrica/domain'
import type { IntakePdf } from './intake/ports.ts'
import type { AttachedFile } from './ports.ts'
import type { Upload } from './uploads/ports.ts'

export interface TakenInAttachment extends AttachedFile {
  readonly mediaType: string
  readonly pageCount: number | null
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)

/** By content: what a sender calls a file proves nothing. */
function mediaTypeOf(bytes: Uint8Array): string {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-') ? 'application/pdf' : 'application/octet-stream'
}

/**
 * Sizes of the pages of a PDF; none of what only begins like one, opens with a password, or has more pages than a
 * document may have: nobody could show it.
 */
async function pagesOf(pdf: IntakePdf, bytes: Uint8Array): Promise<Upload['pages']> {
  try {
    const { pageCount, sizeOf } = await pdf.inspect(bytes)
    if (pageCount > MAX_DOCUMENT_PAGES) return []
    return Array.from({ length: pageCount }, (_, index) => sizeOf(index + 1))
  } catch (error) {
    if (error instanceof PortalError && error.code.startsWith('PDF_')) return []
    throw error
  }
}

/** What a file is that only goes along, and the pages of a PDF. */
export async function judgeAttachment(pdf: IntakePdf, bytes: Uint8Array) {
  const mediaType = mediaTypeOf(bytes)
  return { mediaType, pages: mediaType === 'application/pdf' ? await pagesOf(pdf, bytes) : [] }
}

/** Attachments that can be drawn are shown page by page like documents; any other file can only be taken away. */
export async function takeInAttachments(pdf: IntakePdf, files: readonly AttachedFile[]): Promise<TakenInAttachment[]> {
  const taken: TakenInAttachment[] = []
  for (const file of files) {
    const { mediaType, pages } = await judgeAttachment(pdf, file.bytes)
    taken.push({ ...file, mediaType, pageCount: pages.length > 0 ? pages.length : null })
  }
  return taken
}
