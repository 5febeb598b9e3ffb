/** JPEG 2000 images for tests, written marker by marker (ISO/IEC 15444-1, annex A). Their tiles are plain grey. */
import { makePdf, makeStream, pageParts } from './make-pdf.ts'

const SIDE = 64
const TILES = 2
/** SOT, its parameters and SOD, and one packet without content. */
const TILE_PART_BYTES = 15

const u16 = (value: number): number[] => [value >> 8, value & 0xff]
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, ...u16(body.length + 2), ...body]

/**
 * A codestream of two tiles, side by side, 128 by 64 samples of grey. Its table of tile-part lengths (TLM) names one
 * part for each tile; the first tile has `further` parts more, which is a lie that decoders have stumbled over.
 */
export function makeJpx(further: number): Buffer {
  const sizes = [SIDE * TILES, SIDE, 0, 0, SIDE, SIDE, 0, 0].flatMap(u32)
  const size = segment(0x51, [0, 0, ...sizes, 0, 1, 7, 1, 1])
  const coding = segment(0x52, [0, 0, 0, 1, 0, 0, 4, 4, 0, 1])
  const quantisation = segment(0x5c, [0x40, 0x40])
  const lengths = segment(0x55, [0, 0x40, ...u32(TILE_PART_BYTES), ...u32(TILE_PART_BYTES)])
  const part = (tile: number, number: number): number[] => {
    const packet = number === 0 ? [0] : []
    const start = segment(0x90, [...u16(tile), ...u32(TILE_PART_BYTES - 1 + packet.length), number, 0])
    return [...start, 0xff, 0x93, ...packet]
  }
  const parts = Array.from({ length: further + 1 }, (_, number) => part(0, number)).flat()
  const header = [0xff, 0x4f, ...size, ...coding, ...quantisation, ...lengths]
  return Buffer.from([...header, ...parts, ...part(1, 0), 0xff, 0xd9])
}

/** A page of 200 by 300 points that shows the image at the bottom; wrapped in hexadecimal digits when `hidden`. */
export function makeJpxPage(further: number, { hidden }: { hidden: boolean }): Buffer {
  const jpx = makeJpx(further)
  const data = hidden ? Buffer.from(`${jpx.toString('hex')}>`) : jpx
  const filter = hidden ? '[/ASCIIHexDecode/JPXDecode]' : '/JPXDecode'
  const colours = '/BitsPerComponent 8/ColorSpace/DeviceGray'
  return makePdf({
    resources: `/XObject<</I ${pageParts.more(0)} 0 R>>`,
    content: 'q 200 0 0 100 0 0 cm /I Do Q',
    more: [
      makeStream(data, `/Type/XObject/Subtype/Image/Width ${SIDE * TILES}/Height ${SIDE}${colours}/Filter${filter}`),
    ],
  })
}
