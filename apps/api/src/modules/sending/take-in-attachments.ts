import { PortalError } from '@rubrica/domain'
import type { IntakePdf } from './intake/ports.ts'
import type { AttachedFile } from './ports.ts'

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

/** Pages of a PDF; null for what only begins like one, or opens with a password: nobody could show it. */
async function countPages(pdf: IntakePdf, bytes: Uint8Array): Promise<number | null> {
  try {
    const { pageCount } = await pdf.inspect(bytes)
    return pageCount > 0 ? pageCount : null
  } catch (error) {
    if (error instanceof PortalError && error.code.startsWith('PDF_')) return null
    throw error
  }
}

/** Attachments that can be drawn are shown page by page like documents; any other file can only be taken away. */
export async function takeInAttachments(pdf: IntakePdf, files: readonly AttachedFile[]): Promise<TakenInAttachment[]> {
  const taken: TakenInAttachment[] = []
  for (const file of files) {
    const mediaType = mediaTypeOf(file.bytes)
    const pageCount = mediaType === 'application/pdf' ? await countPages(pdf, file.bytes) : null
    taken.push({ ...file, mediaType, pageCount })
  }
  return taken
}
