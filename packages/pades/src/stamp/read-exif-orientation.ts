/** How a camera held the picture: tag 0x0112 of the first directory (Exif 2.32 clause 4.6.4). */

const ORIENTATION = 0x0112
const MARK = 'Exif\0\0'

/**
 * The orientation, 1 to 8; 1 when there is none or it cannot be read, since a picture is no worse without it.
 * @param segment body of an APP1 segment
 */
export function readExifOrientation(segment: Buffer): number {
  if (segment.toString('latin1', 0, 6) !== MARK || segment.length < 16) return 1
  const tiff = segment.subarray(6)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const count = Math.min(short(directory), 1000)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i
    if (short(entry) !== ORIENTATION) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

const UPRIGHT: readonly (readonly number[])[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
]

/** The matrix of the unit square that shows a stored picture upright. */
export function uprightOf(orientation: number): readonly number[] {
  return UPRIGHT[orientation - 1] ?? [1, 0, 0, 1, 0, 0]
}
