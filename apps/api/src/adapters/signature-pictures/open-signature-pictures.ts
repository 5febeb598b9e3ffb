import { createHash } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { RenderError, type RenderErrorCode, type RenderPool } from '@rubrica/rendering'
import type { SignaturePictures } from '../../modules/users/ports.ts'
import { drawWithCare } from '../page-images/draw-with-care.ts'

/** Pixels; four times what a signature of 20 cm needs on a screen, and enough for paper. */
const WIDTH = 1200
const STARTS = [Buffer.of(0x89, 0x50, 0x4e, 0x47), Buffer.of(0xff, 0xd8, 0xff)]

const TOO_MUCH: ReadonlySet<RenderErrorCode> = new Set(['RENDER_TOO_LARGE', 'RENDER_TIMEOUT', 'RENDER_CRASHED'])
const UNAVAILABLE: ReadonlySet<RenderErrorCode> = new Set(['RENDER_BUSY', 'RENDER_CLOSED'])

/**
 * Pictures made anew in the render pool's child processes.
 * @param width pixels that they may have; they may be half as high
 */
export function openSignaturePictures(pool: RenderPool, width = WIDTH): SignaturePictures {
  const drawer = drawWithCare(pool)
  return {
    redraw: async (bytes) => {
      if (!STARTS.some((start) => start.equals(bytes.subarray(0, start.length)))) throw refusals.FORMAT()
      const key = `picture:${createHash('sha256').update(bytes).digest('hex')}`
      const load = () => Promise.resolve(bytes)
      const drawn = await drawer.redrawPicture({ key, load, width }).catch(refuse)
      return drawn.picture
    },
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof RenderError)) throw error
  if (UNAVAILABLE.has(error.code)) {
    throw new PortalError('TEMPORARILY_UNAVAILABLE', 'Too many pictures are being read. Try again.', { cause: error })
  }
  throw TOO_MUCH.has(error.code) ? refusals.TOO_LARGE(error) : refusals.DAMAGED(error)
}

const WORDS = {
  FORMAT: 'The image is neither a PNG nor a JPEG. Choose a .png, .jpg or .jpeg file.',
  DAMAGED: 'The image is damaged. Choose another file, or save it again as PNG or JPEG.',
  TOO_LARGE: 'The image has too many pixels. Make it smaller, at most 10,000 by 10,000, and try again.',
} as const

const refusalFor = (reason: keyof typeof WORDS) => (cause?: Error) =>
  new PortalError('SIGNATURE_IMAGE_INVALID', WORDS[reason], { cause, facts: { Reason: reason } })

const refusals = {
  FORMAT: refusalFor('FORMAT'),
  DAMAGED: refusalFor('DAMAGED'),
  TOO_LARGE: refusalFor('TOO_LARGE'),
} as const
