import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf, makeStream, pageParts } from '../tests/make-pdf.ts'
import { drawScan } from './draw-scan.ts'
import { createRenderPool } from './index.ts'
import { compilePdfium, startPdfium } from './load-pdfium.ts'
import { openDocument } from './open-document.ts'

const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 10_000 })
let compiled: WebAssembly.Module
beforeAll(async () => void (compiled = await compilePdfium()))
afterAll(() => pool.close())

const WIDTH = 400
const HEIGHT = 600
/** Red on the left, blue on the right, darker towards the bottom. */
const photograph = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
      <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".6"/><stop offset="1" stop-opacity=".6"/></linearGradient></defs>
      <rect width="50%" height="100%" fill="#c22"/><rect x="50%" width="50%" height="100%" fill="#22c"/>
      <rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  ),
)
  .removeAlpha()
  .jpeg({ quality: 90 })
  .toBuffer()
const imageWith = (more = '', data = photograph, colours = 'DeviceRGB') =>
  makeStream(
    data,
    `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/BitsPerComponent 8/ColorSpace/${colours}/Filter/DCTDecode${more}`,
  )
const FULL = 'q 200 0 0 300 0 0 cm /I Do Q'
interface PageWish {
  readonly content?: string
  readonly entries?: string
  readonly more?: readonly (Buffer | string)[]
  readonly properties?: string
}

const pageOf = (
  image: Buffer,
  { content = FULL, entries = '/MediaBox[0 0 200 300]', more = [], properties = '' }: PageWish = {},
) =>
  makePdf({
    resources: `/XObject<</I ${pageParts.more(0)} 0 R>>${properties}`,
    content,
    entries,
    more: [image, ...more],
  })

/** What drawScan makes of the only page, 200 by 300 pixels. */
async function drawn(bytes: Buffer): Promise<Buffer | undefined> {
  const pdfium = await startPdfium(compiled, { memory: 1 << 28 })
  const file = { length: bytes.length, fill: async (place: Uint8Array) => place.set(bytes) }
  const document = await openDocument(pdfium, file)
  const page = pdfium.exports.FPDF_LoadPage(document.handle, 0)
  try {
    return await drawScan(pdfium.exports, document, { page, width: 200, height: 300 })
  } finally {
    pdfium.exports.FPDF_ClosePage(page)
  }
}

let documents = 0
/** The same page as PDFium draws it: a stroke of no length keeps it from passing for a scan. */
async function drawnByPdfium(): Promise<Buffer> {
  const bytes = pageOf(imageWith(), { content: `${FULL} 0 0 m 0 0 l S` })
  const { jpeg } = await pool.renderPage({ key: `${(documents += 1)}`, load: async () => bytes, page: 1, dpi: 72 })
  return sharp(jpeg).removeAlpha().raw().toBuffer()
}

test('a page that is one photograph looks as PDFium draws it', async () => {
  const [ours, theirs] = [await drawn(pageOf(imageWith())), await drawnByPdfium()]
  expect(ours).toHaveLength(theirs.length)
  const difference = ours!.reduce((sum, value, index) => sum + Math.abs(value - theirs[index]!), 0) / theirs.length
  expect(difference).toBeLessThan(2)
})

test('a grey photograph too, in three colours', async () => {
  const grey = await sharp(photograph).greyscale().jpeg().toBuffer()
  expect(await drawn(pageOf(imageWith('', grey, 'DeviceGray')))).toHaveLength(200 * 300 * 3)
})

const mask = makeStream(
  Buffer.alloc(WIDTH * HEIGHT, 128),
  `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/BitsPerComponent 8/ColorSpace/DeviceGray`,
)
test.each([
  ['inverted', pageOf(imageWith('/Decode[1 0 1 0 1 0]'))],
  ['with a soft mask', pageOf(imageWith(`/SMask ${pageParts.more(1)} 0 R`), { more: [mask] })],
  ['with a colour that is left out', pageOf(imageWith('/Mask[0 60 0 60 0 60]'))],
  ['with a name that is written in another way', pageOf(imageWith('/Dec#6fde[1 0 1 0 1 0]'))],
  ['with its colours turned by its decoder', pageOf(imageWith('/DecodeParms<</ColorTransform 0>>'))],
  ['turned by its page', pageOf(imageWith(), { entries: '/MediaBox[0 0 200 300]/Rotate 90' })],
  ['upside down', pageOf(imageWith(), { content: 'q 200 0 0 -300 0 300 cm /I Do Q' })],
  ['that leaves a margin', pageOf(imageWith(), { content: 'q 180 0 0 300 0 0 cm /I Do Q' })],
  ['of which the page shows a part', pageOf(imageWith(), { entries: '/MediaBox[0 0 200 300]/CropBox[0 0 100 300]' })],
  ['cut by a path', pageOf(imageWith(), { content: `0 0 100 300 re W n ${FULL}` })],
  [
    'that may be hidden',
    pageOf(imageWith(), {
      content: `/OC /L BDC ${FULL} EMC`,
      more: ['<</Type/OCG/Name(Layer)>>'],
      properties: `/Properties<</L ${pageParts.more(1)} 0 R>>`,
    }),
  ],
  ['shown twice', pageOf(imageWith(), { content: `${FULL} ${FULL}` })],
  ['whose bytes stand in the file twice', pageOf(imageWith(), { more: [imageWith('/Decode[1 0 1 0 1 0]')] })],
  ['that is damaged', pageOf(imageWith('', photograph.subarray(0, photograph.length >> 1)))],
])('a photograph %s is left to PDFium', async (_, bytes) => {
  expect(await drawn(bytes)).toBeUndefined()
})
