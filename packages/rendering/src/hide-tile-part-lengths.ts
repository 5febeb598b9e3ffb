/**
 * JPEG 2000 images may hold a table of the lengths of their tile-parts (ISO/IEC 15444-1, A.7.1), by which a decoder can
 * jump to a part. Decoders do without. The one in PDFium makes room for as many parts as the table names and writes
 * past it when the image has more, so the table is turned into a comment (A.9.2), which has the same form.
 */
const START = Buffer.of(0xff, 0x4f, 0xff, 0x51)
const MARKER = 0xff
const TILE_PART_LENGTHS = 0x55
const COMMENT = 0x64
const START_OF_TILE_PART = 0x90

/** Changes the tables of all images that lie in the file as they are, neither encrypted nor filtered once more. */
export function hideTilePartLengths(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let start = bytes.indexOf(START)
  while (start >= 0) start = bytes.indexOf(START, hideInHeader(bytes, start + 2))
}

/** Walks from marker to marker until the first tile-part; returns where it ended, past where it began. */
function hideInHeader(bytes: Buffer, begin: number): number {
  let at = begin
  while (at + 4 <= bytes.length && bytes[at] === MARKER && bytes[at + 1] !== START_OF_TILE_PART) {
    if (bytes[at + 1] === TILE_PART_LENGTHS) bytes[at + 1] = COMMENT
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return at
}
