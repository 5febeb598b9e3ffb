import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 960
const HEIGHT = 640
const WHITE = 255
const INK = 40
const THIN = 2
const THICK = 8

type Rectangle = readonly [x: number, y: number, width: number, height: number]

/** Walls and the rooms between them, in pixels. */
const WALLS: readonly Rectangle[] = [
  [60, 60, 840, 520],
  [60, 60, 320, 260],
  [380, 60, 520, 180],
  [60, 320, 320, 260],
]
const FURNITURE: readonly Rectangle[] = [
  [110, 110, 120, 80],
  [470, 100, 220, 60],
  [520, 340, 260, 140],
  [110, 400, 90, 130],
]

/** The plan of an office as a greyscale PNG (ISO/IEC 15948). */
export function drawPlan(): Uint8Array {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (const wall of WALLS) outline(pixels, wall, THICK)
  for (const piece of FURNITURE) outline(pixels, piece, THIN)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // Eight bits of grey, nothing interlaced.
  header.set([8, 0, 0, 0, 0], 8)
  const lines = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * WIDTH, (y + 1) * WIDTH)]),
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = deflateSync(Buffer.concat(lines))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function outline(pixels: Buffer, [x, y, width, height]: Rectangle, pen: number): void {
  for (let row = y; row < y + height; row++) {
    const isEdge = row < y + pen || row >= y + height - pen
    const spans = isEdge
      ? [[x, x + width]]
      : [
          [x, x + pen],
          [x + width - pen, x + width],
        ]
    for (const [from, to] of spans) pixels.fill(INK, row * WIDTH + from!, row * WIDTH + to!)
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
