import sharp from 'sharp'
import { choosePixelSize } from './choose-pixel-size.ts'
import { drawScan } from './draw-scan.ts'
import { lacksLetters } from './fonts/find-missing-letters.ts'
import { isScan } from './is-scan.ts'
import type { Pdfium } from './load-pdfium.ts'
import type { OpenDocument } from './open-document.ts'
import type { PdfiumExports } from './pdfium-exports.ts'
import { RenderError } from './render-error.ts'
import type { PageImage, RenderCommand } from './isolation/render-protocol.ts'

const FORMAT_BGR = 2
const BYTES_PER_PIXEL = 3
const WHITE = 0xffffffff
/** FPDF_ANNOT draws annotations, FPDF_REVERSE_BYTE_ORDER makes BGR to RGB. */
const FLAG_ANNOTATIONS = 0x01
const FLAG_RGB = 0x10

/**
 * Draws one page: its content, its annotations and its form fields on white, as a JPEG.
 * @throws RenderError RENDER_PAGE_OUT_OF_RANGE, RENDER_DAMAGED (a page that cannot be read), RENDER_TOO_LARGE
 */
export async function drawPage(document: OpenDocument, command: RenderCommand): Promise<PageImage> {
  const { pageCount, pdfium } = document
  const { exports } = pdfium
  checkPageNumber(document, command.page)
  const page = loadPage(document, command.page)
  try {
    const size = { width: exports.FPDF_GetPageWidth(page), height: exports.FPDF_GetPageHeight(page) }
    if (!(size.width > 0 && size.height > 0)) throw new RenderError('RENDER_DAMAGED', { page: command.page, pageCount })
    const { width, height } = choosePixelSize(size, command)
    const colours = isScan(exports, page) ? 'halved' : 'full'
    const encode = (raw: Buffer) => encodeJpeg(raw, { width, height, quality: command.quality, colours })
    const scan = colours === 'halved' && (await drawScan(exports, document, { page, width, height }))
    const jpeg = scan
      ? await encode(scan)
      : await drawContent(pdfium, { page, form: document.form, width, height, encode })
    return { jpeg, width, height, pageCount }
  } finally {
    exports.FPDF_ClosePage(page)
  }
}

interface Content {
  readonly page: number
  readonly form: number
  readonly width: number
  readonly height: number
  readonly encode: (pixels: Buffer) => Promise<Uint8Array>
}

async function drawContent(pdfium: Pdfium, { page, form, width, height, encode }: Content): Promise<Uint8Array> {
  const { exports } = pdfium
  const pixels = exports.malloc(width * height * BYTES_PER_PIXEL) >>> 0
  if (pixels === 0) throw new RenderError('RENDER_TOO_LARGE', { width, height })
  try {
    draw(exports, { page, form }, { pixels, width, height })
    // PDFium leaves out an image for which it found no memory: such a page must not pass for the whole one.
    if (pdfium.memoryRefused()) throw new RenderError('RENDER_TOO_LARGE', { width, height })
    return await encode(Buffer.from(exports.memory.buffer, pixels, width * height * BYTES_PER_PIXEL))
  } finally {
    exports.free(pixels)
  }
}

/** @throws RenderError RENDER_PAGE_OUT_OF_RANGE, RENDER_DAMAGED for a document without pages */
export function checkPageNumber({ pageCount }: OpenDocument, page: number): void {
  if (pageCount < 1) throw new RenderError('RENDER_DAMAGED', { pageCount })
  if (page > pageCount) throw new RenderError('RENDER_PAGE_OUT_OF_RANGE', { page, pageCount })
}

/** Loads a page (1-based), with our fonts in place of PDFium's own when it has letters that only ours hold. */
function loadPage(document: OpenDocument, number: number): number {
  const { exports, fonts } = document.pdfium
  const load = (): number => {
    const page = exports.FPDF_LoadPage(document.handle, number - 1)
    if (page === 0) throw new RenderError('RENDER_DAMAGED', { page: number, pageCount: document.pageCount })
    return page
  }
  fonts.western = document.western
  const page = load()
  if (document.western || !lacksLetters(exports, document, { page, index: number - 1 })) return page
  exports.FPDF_ClosePage(page)
  document.useWesternFonts()
  return load()
}

interface Target {
  readonly pixels: number
  readonly width: number
  readonly height: number
}

function draw(pdfium: PdfiumExports, source: { page: number; form: number }, target: Target): void {
  const { page, form } = source
  const { pixels, width, height } = target
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FORMAT_BGR, pixels, width * BYTES_PER_PIXEL)
  if (bitmap === 0) throw new RenderError('RENDER_TOO_LARGE', { width, height })
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAG_ANNOTATIONS | FLAG_RGB)
    if (form === 0) return
    // Stamps of signatures are form fields too: they are drawn in this second pass only.
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAG_RGB)
    pdfium.FORM_OnBeforeClosePage(page, form)
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/**
 * Full colour resolution (4:4:4) keeps coloured text sharp. The standard coding tables are used: tables made for each
 * image save 5 to 20 % of its bytes, but triple the time and hold six bytes per pixel in memory.
 */
export const jpegSettings = (quality: number) =>
  ({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false }) as const

interface PageImageSettings {
  readonly width: number
  readonly height: number
  readonly quality: number
  /** Scans have lost the finer colours already, in the scanner: half their resolution saves a third of the time. */
  readonly colours: 'full' | 'halved'
}

async function encodeJpeg(raw: Buffer, { width, height, quality, colours }: PageImageSettings): Promise<Uint8Array> {
  const settings = jpegSettings(quality)
  return sharp(raw, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .jpeg(colours === 'full' ? settings : { ...settings, chromaSubsampling: '4:2:0' })
    .toBuffer()
}
