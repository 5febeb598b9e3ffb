import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makePdf, makeStream, pageParts } from '../tests/make-pdf.ts'
import { createRenderPool } from './index.ts'

const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 10_000 })
afterAll(() => pool.close())

const photograph = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer()
const raw = Buffer.alloc(40 * 60 * 3, 0x40)
const asImage = (data: Buffer, filter: string) =>
  makeStream(data, `/Type/XObject/Subtype/Image/Width 40/Height 60/BitsPerComponent 8/ColorSpace/DeviceRGB${filter}`)
const SHOWN = 'q 200 0 0 300 0 0 cm /I Do Q'
const pageOf = (image: Buffer, content = SHOWN, entries = '/MediaBox[0 0 200 300]') =>
  makePdf({ resources: `/XObject<</I ${pageParts.more(0)} 0 R>>`, content, entries, more: [image] })

let documents = 0
/** How the page's JPEG keeps its colours. */
async function chromaOf(bytes: Buffer) {
  const key = `scan ${(documents += 1)}`
  const { jpeg } = await pool.renderPage({ key, load: () => Promise.resolve(bytes), page: 1, dpi: 72 })
  return (await sharp(jpeg).metadata()).chromaSubsampling
}

const JPEG = asImage(photograph, '/Filter/DCTDecode')

test('a page that is a photograph keeps half the resolution of its colours', async () => {
  expect(await chromaOf(pageOf(JPEG))).toBe('4:2:0')
  expect(await chromaOf(pageOf(JPEG, `${SHOWN} q 50 0 0 50 0 0 cm /I Do Q`))).toBe('4:2:0')
})

test.each([
  ['with text over it', pageOf(JPEG, `${SHOWN} BT /F1 20 Tf 20 100 Td (Red) Tj ET`)],
  ['with a line over it', pageOf(JPEG, `${SHOWN} 1 0 0 RG 0 0 m 100 100 l S`)],
  ['of an image that is no photograph', pageOf(asImage(raw, ''))],
  [
    'with an annotation',
    pageOf(JPEG, SHOWN, '/MediaBox[0 0 200 300]/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>]'),
  ],
  ['with nothing on it', makePdf()],
])('a page %s keeps all of its colours', async (_, bytes) => {
  expect(await chromaOf(bytes)).toBe('4:4:4')
})
