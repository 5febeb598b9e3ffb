/** How large a signature image may be. */
import { PadesError } from '../pades-error.ts'

const LONGEST_SIDE = 8_192
const MOST_PIXELS = 16_000_000

/** @throws PadesError IMAGE_INVALID */
export function assertImageSize(width: number, height: number): void {
  const honest = width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE
  if (!honest || width * height > MOST_PIXELS) throw new PadesError('IMAGE_INVALID', { what: 'pixels', width, height })
}
