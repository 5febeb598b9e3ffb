/** LZW as in TIFF and ISO 32000-2 clause 7.4.4. */
import { PdfError } from '../pdf-error.ts'

const CLEAR = 256
const END = 257
const MOST_CODES = 4096

/** @param early 1 when code lengths grow one code early (the default of PDF) */
export function decodeLzw(bytes: Uint8Array, early: number, limit: number): Uint8Array {
  const out = new GrowingBytes(limit)
  let starts: number[] = []
  let lengths: number[] = []
  let width = 9
  let previous: { start: number; length: number } | null = null
  const bits = new BitReader(bytes)
  for (let code = bits.read(width); code !== END && code !== -1; code = bits.read(width)) {
    if (code === CLEAR) {
      starts = []
      lengths = []
      width = 9
      previous = null
      continue
    }
    const start = out.length
    if (code < CLEAR) out.push(code)
    else if (code - 258 < starts.length) out.copy(starts[code - 258] as number, lengths[code - 258] as number)
    else if (previous !== null && code - 258 === starts.length) out.copy(previous.start, previous.length + 1)
    else throw new PdfError('PDF_DAMAGED', { what: 'LZW code' })
    if (previous !== null && starts.length < MOST_CODES - 258) {
      // The new entry is the previous string and the byte that follows it in the output.
      starts.push(previous.start)
      lengths.push(previous.length + 1)
    }
    previous = { start, length: out.length - start }
    width = widthFor(starts.length + 258 + early)
  }
  return out.bytes()
}

function widthFor(next: number): number {
  if (next >= 2048) return 12
  if (next >= 1024) return 11
  return next >= 512 ? 10 : 9
}

class BitReader {
  private readonly bytes: Uint8Array
  private at = 0
  private buffer = 0
  private count = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The next `width` bits, or -1 at the end. */
  read(width: number): number {
    while (this.count < width) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) return -1
      this.buffer = ((this.buffer << 8) | byte) & 0xffffff
      this.count += 8
    }
    this.count -= width
    return (this.buffer >>> this.count) & ((1 << width) - 1)
  }
}

class GrowingBytes {
  length = 0
  private data = new Uint8Array(4096)
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  push(byte: number): void {
    this.reserve(1)
    this.data[this.length++] = byte
  }

  /** Repeats earlier output; the range may run into what is being written. */
  copy(start: number, length: number): void {
    this.reserve(length)
    for (let i = 0; i < length; i++) this.data[this.length++] = this.data[start + i] as number
  }

  bytes(): Uint8Array {
    return this.data.subarray(0, this.length)
  }

  private reserve(more: number): void {
    if (this.length + more > this.limit) throw new PdfError('PDF_TOO_COMPLEX', { what: 'stream output' })
    if (this.length + more <= this.data.length) return
    const grown = new Uint8Array(Math.max(this.data.length * 2, this.length + more))
    grown.set(this.data.subarray(0, this.length))
    this.data = grown
  }
}
