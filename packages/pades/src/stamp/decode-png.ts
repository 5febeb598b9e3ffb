/**
 * Decodes a PNG to 8-bit grey or RGB with a separate alpha plane (PNG specification, third edition).
 *
 * All colour types and depths; interlaced files too, since drawing programs make them. The amount of pixel data must be
 * exactly what the header announces.
 */
import { inflateSync } from 'node:zlib'
import { PadesError } from '../pades-error.ts'
import type { CodedError } from '@rubrica/pki'
import { undoPng } from '@rubrica/pdf'
import { assertImageSize } from './image-limits.ts'

export interface DecodedPng {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly pixels: Uint8Array
  /** One byte per pixel; null when everything is opaque. */
  readonly alpha: Uint8Array | null
}

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly color: number
  readonly interlaced: boolean
}

interface Chunks {
  readonly header: Header
  readonly data: Buffer
  readonly palette: Buffer
  readonly transparency: Buffer
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** @throws PadesError IMAGE_INVALID */
export function decodePng(bytes: Uint8Array): DecodedPng {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return toPlanes(chunks, readSamples(chunks))
}

function readChunks(file: Buffer): Chunks {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw broken('signature')
  const parts: Buffer[] = []
  let header: Header | null = null
  let palette = Buffer.alloc(0)
  let transparency = Buffer.alloc(0)
  for (let at = 8; ;) {
    if (at + 12 > file.length) throw broken('ends early')
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (end + 4 > file.length) throw broken('chunk length')
    const body = file.subarray(at + 8, end)
    if (type === 'IHDR') header = readHeader(body)
    else if (header === null) throw broken('no header')
    else if (type === 'PLTE') palette = Buffer.from(body)
    else if (type === 'tRNS') transparency = Buffer.from(body)
    else if (type === 'IDAT') parts.push(body)
    else if (type === 'IEND') return { header, data: Buffer.concat(parts), palette, transparency }
    at = end + 4
  }
}

function readHeader(body: Buffer): Header {
  if (body.length !== 13) throw broken('header')
  const header = {
    width: body.readUInt32BE(0),
    height: body.readUInt32BE(4),
    depth: body[8] as number,
    color: body[9] as number,
    interlaced: body[12] === 1,
  }
  if (!(DEPTHS[header.color]?.includes(header.depth) ?? false) || (body[12] as number) > 1) throw broken('header')
  assertImageSize(header.width, header.height)
  return header
}

interface Pass {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
}

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }]
const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

/** Samples of all pixels in order, as 8 bits (palette indexes and small depths unscaled). */
function readSamples({ header, data }: Chunks): Uint8Array {
  const { width, height, depth, color, interlaced } = header
  const samples = SAMPLES[color] as number
  const passes = (interlaced ? ADAM7 : WHOLE).map((pass) => {
    const columns = Math.ceil((width - pass.x) / pass.dx)
    const rows = Math.ceil((height - pass.y) / pass.dy)
    const rowLength = Math.ceil((columns * samples * depth) / 8)
    return { ...pass, columns, rows, rowLength, length: columns > 0 && rows > 0 ? rows * (rowLength + 1) : 0 }
  })
  const raw = inflateExactly(
    data,
    passes.reduce((sum, { length }) => sum + length, 0),
  )
  // As most pictures are: nothing to unpack or to put in order.
  if (depth === 8 && !interlaced) return undoPng(raw, width * samples, samples)
  const out = new Uint8Array(width * height * samples)
  let at = 0
  for (const pass of passes) {
    if (pass.length === 0) continue
    const rows = undoPng(raw.subarray(at, at + pass.length), pass.rowLength, Math.ceil((samples * depth) / 8))
    at += pass.length
    for (let i = 0; i < pass.columns * pass.rows * samples; i++) {
      const column = Math.floor(i / samples) % pass.columns
      const row = Math.floor(i / samples / pass.columns)
      const target = ((pass.y + row * pass.dy) * width + pass.x + column * pass.dx) * samples + (i % samples)
      out[target] = sampleAt(rows, row * pass.rowLength, { index: column * samples + (i % samples), depth })
    }
  }
  return out
}

function inflateExactly(data: Buffer, length: number): Uint8Array {
  let raw: Buffer
  try {
    raw = inflateSync(data, { maxOutputLength: length + 1 })
  } catch {
    throw broken('pixel data')
  }
  if (raw.length !== length) throw broken('amount of pixel data')
  return raw
}

function sampleAt(row: Uint8Array, start: number, { index, depth }: { index: number; depth: number }): number {
  if (depth === 8) return row[start + index] as number
  if (depth === 16) return row[start + 2 * index] as number
  const bit = index * depth
  return ((row[start + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

function toPlanes(chunks: Chunks, samples: Uint8Array): DecodedPng {
  const { width, height, color } = chunks.header
  const count = width * height
  const channels = color === 0 || color === 4 ? 1 : 3
  const step = SAMPLES[color] as number
  const pixels = new Uint8Array(count * channels)
  const alpha = new Uint8Array(count)
  const planes = { pixels, alpha, channels }
  const paint = color === 3 ? palettePainter(chunks, planes) : directPainter(chunks, planes)
  for (let i = 0; i < count; i++) paint(i, samples.subarray(i * step, (i + 1) * step))
  return { width, height, channels, pixels, alpha: alpha.every((value) => value === 255) ? null : alpha }
}

interface Planes {
  readonly pixels: Uint8Array
  readonly alpha: Uint8Array
  readonly channels: number
}

/** Writes one pixel from its samples. */
type Painter = (index: number, sample: Uint8Array) => void

function palettePainter({ palette, transparency }: Chunks, { pixels, alpha }: Planes): Painter {
  return (index, [entry = 0]) => {
    const value = palette.subarray(entry * 3, entry * 3 + 3)
    if (value.length < 3) throw broken('palette')
    pixels.set(value, index * 3)
    alpha[index] = transparency[entry] ?? 255
  }
}

function directPainter({ header, transparency }: Chunks, { pixels, alpha, channels }: Planes): Painter {
  const { color, depth } = header
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1
  const hidden = color >= 4 ? null : hiddenColor(transparency, { depth, channels })
  return (index, sample) => {
    for (let c = 0; c < channels; c++) pixels[index * channels + c] = (sample[c] as number) * scale
    const transparent = hidden?.every((part, c) => part === sample[c]) === true
    alpha[index] = color >= 4 ? (sample[channels] as number) : transparent ? 0 : 255
  }
}

/** The one colour that tRNS declares transparent, in the form of the samples. */
function hiddenColor(transparency: Buffer, { depth, channels }: { depth: number; channels: number }): number[] | null {
  if (transparency.length < channels * 2) return null
  return Array.from({ length: channels }, (_, c) => {
    const value = transparency.readUInt16BE(c * 2)
    return depth === 16 ? value >> 8 : value
  })
}

function broken(what: string): CodedError {
  return new PadesError('IMAGE_INVALID', { what: `PNG: ${what}` })
}
