import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { classicPdf } from '@rubrica/pdf/testing'
import { PdfUpdate, productFont, withPdf } from '@rubrica/pdf'
import { buildStamp } from './build-stamp.ts'
import { decodePng } from './decode-png.ts'
import { layOutText } from './lay-out-text.ts'
import { readExifOrientation } from './read-exif-orientation.ts'
import { readJpegHeader } from './read-jpeg-header.ts'

const chunk = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)])
}

function png(
  header: { width: number; height: number; depth: number; color: number },
  rows: readonly number[],
  more: Buffer[] = [],
): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(header.width, 0)
  body.writeUInt32BE(header.height, 4)
  body.set([header.depth, header.color], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = chunk('IDAT', deflateSync(Buffer.from(rows)))
  return Buffer.concat([signature, chunk('IHDR', body), ...more, data, chunk('IEND', Buffer.alloc(0))])
}

const invalid: unknown = expect.objectContaining({ code: 'IMAGE_INVALID' })

describe('PNG', () => {
  test('with alpha gives colours and a mask', () => {
    const image = decodePng(png({ width: 2, height: 1, depth: 8, color: 6 }, [0, 1, 2, 3, 255, 4, 5, 6, 0]))
    expect(image).toMatchObject({ width: 2, height: 1, channels: 3 })
    expect([...image.pixels]).toEqual([1, 2, 3, 4, 5, 6])
    expect([...(image.alpha ?? [])]).toEqual([255, 0])
  })

  test('with a palette of two bits', () => {
    const palette = chunk('PLTE', Buffer.from([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]))
    const image = decodePng(png({ width: 4, height: 1, depth: 2, color: 3 }, [0, 0b00011011], [palette]))
    expect([...image.pixels]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    expect(image.alpha).toBeNull()
  })

  test('in one bit of grey', () => {
    expect([...decodePng(png({ width: 3, height: 1, depth: 1, color: 0 }, [0, 0b10100000])).pixels]).toEqual([
      255, 0, 255,
    ])
  })

  test.each([
    ['claims more pixels than it has', png({ width: 9, height: 9, depth: 8, color: 0 }, [0, 1])],
    ['claims fewer pixels than it has', png({ width: 1, height: 1, depth: 8, color: 0 }, [0, 1, 0, 1, 0, 1])],
    ['claims a billion pixels', png({ width: 60_000, height: 60_000, depth: 8, color: 0 }, [0])],
    ['has no pixels', png({ width: 0, height: 1, depth: 8, color: 0 }, [0])],
    ['has a colour type that is none', png({ width: 1, height: 1, depth: 8, color: 5 }, [0, 1])],
    ['has no palette', png({ width: 1, height: 1, depth: 8, color: 3 }, [0, 1])],
    ['ends early', png({ width: 1, height: 1, depth: 8, color: 0 }, [0, 1]).subarray(0, 40)],
  ])('that %s is rejected', (_, bytes) => {
    expect(() => decodePng(bytes)).toThrow(invalid)
  })
})

describe('JPEG', () => {
  const frame = (width: number, height: number, end = 'ffdaffd9'): Buffer =>
    Buffer.from(
      `ffd8ffc00011080000000003011100021101031101${end}`.replace(
        '080000000003',
        `08${height.toString(16).padStart(4, '0')}${width.toString(16).padStart(4, '0')}03`,
      ),
      'hex',
    )

  test('returns its size and components', () => {
    expect(readJpegHeader(frame(300, 200))).toEqual({
      width: 300,
      height: 200,
      components: 3,
      inverted: false,
      orientation: 1,
    })
  })

  test.each([
    ['without image data', frame(3, 2, '')],
    ['without height', frame(3, 0)],
    ['whose data breaks off', frame(3, 2, 'ffda00')],
    ['too large', frame(30_000, 2)],
    ['cut off', frame(3, 2).subarray(0, 8)],
    ['of nothing', Buffer.from([0xff, 0xd8, 0xff])],
  ])('%s is rejected', (_, bytes) => {
    expect(() => readJpegHeader(bytes)).toThrow(invalid)
  })
})

test.each([
  ['little', '49492a0008000000', '010012010300010000000600000000000000'],
  ['big', '4d4d002a00000008', '000101120003000000010006000000000000'],
])('the orientation of a photograph is read in %s-endian Exif', (_, header, directory) => {
  const segment = Buffer.from(`457869660000${header}${directory}`, 'hex')
  expect(readExifOrientation(segment)).toBe(6)
  for (let end = 0; end < 24; end++) expect(readExifOrientation(segment.subarray(0, end))).toBe(1)
})

describe('the font', () => {
  test('has the letters of the five languages', () => {
    const missing = [...'àèéíïòóúüçñÀÈÉÍÏÒÓÚÜÇÑ·ŀĿäöüÄÖÜßẞâêîôûëÿœæŒÆ€«»¿¡ªº'].filter(
      (letter) => !productFont().has(letter),
    )
    expect(missing).toEqual([])
  })

  test('is cut down to the glyphs in use, with the parts of composite ones', () => {
    const subset = productFont().subset(['Aé'])
    expect(subset.bytes.length).toBeLessThan(40_000)
    expect(subset.glyphs.get('A')).toBe(1)
    expect(subset.widths.length).toBeGreaterThanOrEqual(3)
    expect(subset.widths[1]).toBe(productFont().widthOf('A'))
  })
})

describe('text', () => {
  const space = { width: 100, height: 50, largest: 12, smallest: 4, measure: (text: string) => text.length * 0.5 }

  test('that fits keeps the largest size', () => {
    expect(layOutText(['short'], space)).toMatchObject({ size: 12, lines: ['short'] })
  })
  test('that is long is wrapped at words and made smaller until it fits', () => {
    const { size, lines } = layOutText(['one two three four five six seven eight nine ten eleven twelve'], space)
    expect(size).toBeLessThan(12)
    expect(lines.length * size * 1.25).toBeLessThanOrEqual(50)
    expect(lines.every((line) => line.length * 0.5 * size <= 100)).toBe(true)
  })
  test('that can never fit ends with an ellipsis', () => {
    const { size, lines } = layOutText(['x'.repeat(500)], space)
    expect(size).toBe(4)
    expect(lines[0]).toMatch(/^x+…$/)
  })
  test('with too many lines ends with an ellipsis, however short the last one shown is', () => {
    const { lines } = layOutText(Array<string>(30).fill('line'), space)
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toBe('line…')
  })
})

test('the appearance of a stamp is a form with its font, image and soft mask', () => {
  const image = png({ width: 1, height: 1, depth: 8, color: 6 }, [0, 1, 2, 3, 128])
  const tail = withPdf(classicPdf(), (document) => {
    const update = new PdfUpdate(document)
    const geometry = { cropBox: [0, 0, 595, 842], rotate: 90, userUnit: 1 } as const
    buildStamp(update, { lines: ['Núria', '日'], image })({ rectangle: [10, 10, 60, 210], geometry })
    return update.write().tail.toString('latin1')
  })
  expect(tail).toContain('/BBox [0 0 200 50]')
  expect(tail).toContain('/Matrix [0 1 -1 0 0 0]')
  expect(tail).toMatch(/\/SMask \d+ 0 R/)
  expect(tail).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSans-Regular/)
})
