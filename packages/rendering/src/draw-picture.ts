/** Shows a PNG or JPEG like a page. The file is untrusted: libvips reads it in this process, which may crash. */
import sharp, { type Sharp } from 'sharp'
import { jpegSettings } from './draw-page.ts'
import { RenderError } from './render-error.ts'
import type { PageImage, RedrawnPicture, RenderCommand } from './isolation/render-protocol.ts'

/** A scanned A2 sheet at 400 dpi has 62 million pixels; a bomb of a few kilobytes may claim four thousand million. */
const MAX_PIXELS = 100_000_000
/** As high as the highest page that is drawn. */
const MAX_HEIGHT = 8192
const DEFAULT_WIDTH = 1080
/** Nothing else is handed to libvips, which would also read formats that reach for other files. */
const SIGNATURES = [Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), Buffer.of(0xff, 0xd8, 0xff)]

const JPEG_QUALITY = 88

/**
 * The first picture of a file, turned upright, on white, never enlarged, without what a camera noted beside it.
 * @throws RenderError RENDER_DAMAGED (also for other formats), RENDER_TOO_LARGE
 */
export async function drawPicture(bytes: Uint8Array, { width, quality }: RenderCommand): Promise<PageImage> {
  const { data, info } = await read(bytes, (picture) =>
    picture
      .resize({ width: width ?? DEFAULT_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg(jpegSettings(quality)),
  )
  return { jpeg: data, width: info.width, height: info.height, pageCount: 1 }
}

/**
 * The first picture of a file, made anew in its own format: upright, no larger than the frame of twice its height,
 * eight bits deep, with its transparency and nothing else.
 * @throws RenderError RENDER_DAMAGED (also for other formats), RENDER_TOO_LARGE
 */
export async function redrawPicture(
  bytes: Uint8Array,
  { width = DEFAULT_WIDTH }: RenderCommand,
): Promise<RedrawnPicture> {
  const height = Math.max(1, Math.round(width / 2))
  const { data, info } = await read(bytes, (picture, format) => {
    const drawn = picture.resize({ width, height, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
    return format === 'jpeg' ? drawn.jpeg(jpegSettings(JPEG_QUALITY)) : drawn.png({ palette: false })
  })
  return { picture: data, width: info.width, height: info.height }
}

async function read(bytes: Uint8Array, work: (upright: Sharp, format: string) => Sharp) {
  const isKnown = SIGNATURES.some((signature) => signature.equals(bytes.subarray(0, signature.length)))
  if (!isKnown) throw new RenderError('RENDER_DAMAGED', { reason: 'neither PNG nor JPEG' })
  try {
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const facts = await picture.metadata()
    if (facts.width * facts.height > MAX_PIXELS) {
      throw new RenderError('RENDER_TOO_LARGE', { width: facts.width, height: facts.height })
    }
    return await work(picture.autoOrient(), facts.format).toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw error instanceof RenderError ? error : new RenderError('RENDER_DAMAGED')
  }
}
