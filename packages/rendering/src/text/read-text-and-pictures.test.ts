import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { makeEncryptedPdf, makePdf } from '../../tests/make-pdf.ts'
import { createRenderPool } from '../isolation/render-pool.ts'

const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000 })
afterAll(() => pool.close())

let keys = 0
const shown = (bytes: Uint8Array) => ({ key: `bytes-${(keys += 1)}`, load: () => Promise.resolve(bytes) })

describe('the text of a page', () => {
  test('is returned line by line, from the document that drawing keeps open', async () => {
    const document = shown(makePdf({ content: 'BT /F1 20 Tf 20 100 Td (One) Tj 0 -30 Td (Two) Tj ET', pages: 2 }))
    expect(await pool.readText({ ...document, page: 1 })).toMatchObject({ text: 'One\nTwo', pageCount: 2 })
    const again = { ...document, load: () => Promise.reject(new Error('it is there')) }
    expect(await pool.renderPage({ ...again, page: 1 })).toMatchObject({ pageCount: 2 })
    expect(await pool.readText({ ...again, page: 1 })).toMatchObject({ text: 'One\nTwo', pageCount: 2 })
  })

  test.each([
    ['as it is', '', 1],
    ['turned', '/Rotate 180', -1],
  ])('says where its lines stand on a page %s, and takes columns apart', async (_, turn, direction) => {
    const content = 'BT /F1 20 Tf 20 100 Td (One) Tj 0 -30 Td (Two) Tj 100 0 Td (Three) Tj ET'
    const entries = `/MediaBox[0 0 200 300]${turn}`
    const { lines } = await pool.readText({ ...shown(makePdf({ content, entries })), page: 1 })
    const lineOf = (words: string) => lines.find(({ text }) => text === words)!
    const [one, two, three] = [lineOf('One'), lineOf('Two'), lineOf('Three')]
    expect(lines).toHaveLength(3)
    expect(Math.sign(two.top - one.top)).toBe(direction)
    expect(Math.sign(three.left - two.left)).toBe(direction)
    expect(three.top).toBeCloseTo(two.top, 3)
    for (const { left, top, width, height } of lines) {
      expect([left > 0, top > 0, left + width < 1, top + height < 1, width > height / 4]).not.toContain(false)
    }
  })

  test('is empty where there are only lines and pictures', async () => {
    expect((await pool.readText({ ...shown(makePdf({ content: '0 0 50 50 re f' })), page: 1 })).text).toBe('')
  })

  test('is rejected with the reasons for which drawing is', async () => {
    const document = shown(makePdf())
    await expect(pool.readText({ ...document, page: 2 })).rejects.toMatchObject({ code: 'RENDER_PAGE_OUT_OF_RANGE' })
    await expect(pool.readText({ ...document, page: 0 })).rejects.toMatchObject({ code: 'RENDER_PAGE_OUT_OF_RANGE' })
    const locked = pool.readText({ ...shown(makeEncryptedPdf('secret')), page: 1 })
    await expect(locked).rejects.toMatchObject({ code: 'RENDER_PASSWORD' })
    await expect(pool.readText({ ...shown(Buffer.from('no')), page: 1 })).rejects.toMatchObject({
      code: 'RENDER_DAMAGED',
    })
  })
})

const RED = { r: 255, g: 0, b: 0, alpha: 1 }
const CLEAR = { r: 255, g: 0, b: 0, alpha: 0 }
const canvas = (width: number, height: number, background: typeof RED) =>
  sharp({ create: { width, height, channels: 4, background } })

describe('a picture', () => {
  test('becomes a JPEG as wide as asked, never wider than it is', async () => {
    const png = await canvas(400, 100, RED).png().toBuffer()
    expect(await pool.renderPicture({ ...shown(png), width: 200 })).toMatchObject({
      width: 200,
      height: 50,
      pageCount: 1,
    })
    const { jpeg, width } = await pool.renderPicture({ ...shown(png), width: 1000 })
    expect([width, (await sharp(jpeg).metadata()).format]).toEqual([400, 'jpeg'])
  })

  test('is put on white where it is transparent', async () => {
    const png = await canvas(20, 20, CLEAR).png().toBuffer()
    const { jpeg } = await pool.renderPicture(shown(png))
    expect([...(await sharp(jpeg).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('is turned as its camera says, and what the camera noted is left out', async () => {
    const photo = await canvas(80, 20, RED)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ana' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { jpeg, width, height } = await pool.renderPicture(shown(photo))
    expect([width, height]).toEqual([20, 80])
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined()
  })

  test.each([
    ['is torn', async () => (await canvas(400, 400, RED).png().toBuffer()).subarray(0, 100)],
    ['is of another format', () => canvas(10, 10, RED).webp().toBuffer()],
    ['is an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['is empty', async () => Buffer.alloc(0)],
  ])('that %s is damaged, and the process goes on', async (_, make) => {
    await expect(pool.renderPicture(shown(await make()))).rejects.toMatchObject({ code: 'RENDER_DAMAGED' })
  })

  test('of more pixels than anybody can draw is too large, before any is drawn', async () => {
    const png = await canvas(10, 10, RED).png().toBuffer()
    // The size that the header says, in its IHDR; the checksum that follows is then wrong and may be found first.
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    const drawing = pool.renderPicture(shown(png))
    await expect(drawing).rejects.toMatchObject({
      code: expect.stringMatching(/^RENDER_(?:TOO_LARGE|DAMAGED)$/) as unknown,
    })
  })
})

describe('a picture made anew', () => {
  const redraw = (bytes: Uint8Array) => pool.redrawPicture({ ...shown(bytes), width: 100 })

  test('keeps its format and its transparency, and is made small enough for its frame', async () => {
    const png = await canvas(400, 400, CLEAR).png().toBuffer()
    const drawn = await redraw(png)
    expect([drawn.width, drawn.height]).toEqual([50, 50])
    expect(await sharp(drawn.picture).metadata()).toMatchObject({ format: 'png', hasAlpha: true, depth: 'uchar' })
    expect((await sharp(drawn.picture).raw().toBuffer())[3]).toBe(0)
    const jpeg = await redraw(await canvas(400, 100, RED).jpeg().toBuffer())
    expect([jpeg.width, jpeg.height, (await sharp(jpeg.picture).metadata()).format]).toEqual([100, 25, 'jpeg'])
  })

  test('is upright and holds nothing of its camera', async () => {
    const photo = await canvas(80, 20, RED)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ana' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { picture, width, height } = await redraw(photo)
    expect(width).toBeLessThan(height)
    const { exif, orientation } = await sharp(picture).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
  })

  test('loses what was hidden behind its last byte', async () => {
    const png = Buffer.concat([await canvas(10, 10, RED).png().toBuffer(), Buffer.from('hidden')])
    expect(Buffer.from((await redraw(png)).picture).includes('hidden')).toBe(false)
  })

  test('that is torn or of another format is damaged', async () => {
    for (const bytes of [await canvas(10, 10, RED).webp().toBuffer(), Buffer.alloc(0)]) {
      await expect(redraw(bytes)).rejects.toMatchObject({ code: 'RENDER_DAMAGED' })
    }
  })
})
