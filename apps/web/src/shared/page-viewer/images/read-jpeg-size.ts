const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const MARKER = 0xff
const START_OF_SCAN = 0xda

/**
 * Width and height in pixels of a JPEG, from its frame header (ITU-T T.81, B.2.2), so that a page has its place before
 * the image is decoded. Null when the bytes are no JPEG.
 */
export function readJpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes[0] !== MARKER || bytes[1] !== 0xd8) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === MARKER) {
    const kind = bytes[at + 1]!
    if (START_OF_FRAME.has(kind)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (kind === START_OF_SCAN) return null
    at += kind === MARKER ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}
