/** Size and colours of a JPEG, from its frame header (ITU-T T.81 annex B). */
import { PadesError } from '../pades-error.ts'
import type { CodedError } from '@rubrica/pki'
import { assertImageSize } from './image-limits.ts'
import { readExifOrientation } from './read-exif-orientation.ts'

const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

export interface JpegHeader {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Adobe's CMYK files store inverted values. */
  readonly inverted: boolean
  /** Exif orientation, 1 to 8. */
  readonly orientation: number
}

/** @throws PadesError IMAGE_INVALID */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let adobe = false
  let orientation = 1
  for (let at = 2; at + 4 <= data.length;) {
    if (data[at] !== 0xff) throw broken('marker')
    const marker = data[at + 1] as number
    if (marker === 0xff) {
      at++
      continue
    }
    const length = data.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > data.length || marker === 0xda) throw broken('segment')
    if (marker === 0xee && data.toString('latin1', at + 4, at + 9) === 'Adobe') adobe = true
    if (marker === 0xe1 && orientation === 1) orientation = readExifOrientation(data.subarray(at + 4, at + 2 + length))
    if (isFrame(marker)) return { ...readFrame(data, at, adobe), orientation }
    at += 2 + length
  }
  throw broken('no frame')
}

/** Baseline, extended and progressive Huffman frames: what DCTDecode takes. */
function isFrame(marker: number): boolean {
  if (marker >= 0xc3 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) throw broken('kind of frame')
  return marker >= 0xc0 && marker <= 0xc2
}

function readFrame(data: Buffer, at: number, adobe: boolean): Omit<JpegHeader, 'orientation'> {
  if (at + 10 > data.length || data[at + 4] !== 8) throw broken('precision')
  const height = data.readUInt16BE(at + 5)
  const width = data.readUInt16BE(at + 7)
  const components = data[at + 9] as number
  if (![1, 3, 4].includes(components)) throw broken('components')
  assertImageSize(width, height)
  if (!data.includes(Buffer.from([0xff, 0xda]), at)) throw broken('no image data')
  if (data.lastIndexOf(END_OF_IMAGE) < at) throw broken('ends early')
  return { width, height, components, inverted: adobe && components === 4 }
}

function broken(what: string): CodedError {
  return new PadesError('IMAGE_INVALID', { what: `JPEG: ${what}` })
}
