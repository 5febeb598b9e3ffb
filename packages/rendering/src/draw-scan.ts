/**
 * A page that is nothing but one photograph, as scanners write them, drawn by libvips: PDFium in WebAssembly takes
 * three times as long to decode a JPEG.
 *
 * It must look as PDFium would draw it. PDFium's interface does not report masks and the like, so the image's
 * dictionary is looked up in the file and must hold nothing but the plain entries that are listed here.
 */
import sharp from 'sharp'
import type { OpenDocument } from './open-document.ts'
import type { PdfiumExports } from './pdfium-exports.ts'

/** FPDF_COLORSPACE_DEVICEGRAY, FPDF_COLORSPACE_DEVICERGB */
const PLAIN_COLOURS = [1, 2]
/** Points by which a scan may miss the edges of its page. */
const TOLERANCE = 0.6
const LONGEST_DICTIONARY = 512
/** An A2 sheet at 400 dpi; whatever claims to be larger is left to PDFium's memory limit. */
const MOST_PIXELS = 100_000_000
/** Bytes from the middle of a JPEG by which it is found in the file. */
const NEEDLE = 64

const PLAIN_ENTRY = [
  String.raw`Type\s*/XObject`,
  String.raw`Subtype\s*/Image`,
  String.raw`(?:Width|Height)\s+\d+`,
  String.raw`ColorSpace\s*/Device(?:RGB|Gray)`,
  String.raw`BitsPerComponent\s+8`,
  String.raw`Filter\s*(?:/DCTDecode|\[\s*/DCTDecode\s*\])`,
  String.raw`Length\s+\d+(?:\s+\d+\s+R)?`,
  String.raw`Name\s*/\w+`,
].join('|')
const PLAIN_IMAGE = new RegExp(String.raw`\sobj\s*<<(?:\s*/(?:${PLAIN_ENTRY}))+\s*>>\s*stream\r?\n$`)

export interface ScanTarget {
  readonly page: number
  readonly width: number
  readonly height: number
}

/** RGB pixels of the page, three bytes each; undefined for every page that PDFium must draw. */
export async function drawScan(
  pdfium: PdfiumExports,
  { file }: OpenDocument,
  { page, width, height }: ScanTarget,
): Promise<Buffer | undefined> {
  const image = pdfium.FPDFPage_CountObjects(page) === 1 ? pdfium.FPDFPage_GetObject(page, 0) : 0
  if (image === 0 || !liesPlain(pdfium, page, image)) return undefined
  const pixels = readPixels(pdfium, page, image)
  if (!PLAIN_COLOURS.includes(pixels.colours) || pixels.width * pixels.height > MOST_PIXELS) return undefined
  if (pixels.width < width || pixels.height < height) return undefined
  const jpeg = readJpeg(pdfium, image)
  if (!jpeg || !isPlainImage(Buffer.from(pdfium.memory.buffer, file.data, file.size), jpeg)) return undefined
  return decode(jpeg, { ...pixels, wanted: { width, height } })
}

/** Upright over the whole page, with nothing that hides, blends or cuts it. */
function liesPlain(pdfium: PdfiumExports, page: number, image: number): boolean {
  if (pdfium.FPDFPage_GetRotation(page) !== 0) return false
  if (pdfium.FPDFPageObj_HasTransparency(image) !== 0 || pdfium.FPDFPageObj_CountMarks(image) > 0) return false
  if (pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(image)) > 0) return false
  const [a, b, c, d, e, f] = readFloats(pdfium, 6, (into) => pdfium.FPDFPageObj_GetMatrix(image, into))
  const [left, top, right, bottom] = readFloats(pdfium, 4, (into) => pdfium.FPDF_GetPageBoundingBox(page, into))
  const differences = [a - (right - left), b, c, d - (top - bottom), e - left, f - bottom]
  return differences.every((difference) => Math.abs(difference) <= TOLERANCE)
}

type Floats = readonly [number, number, number, number, number, number]

/** What a call writes as 32-bit floats; not-a-number, which equals nothing, when it fails. */
function readFloats(pdfium: PdfiumExports, count: number, call: (into: number) => number): Floats {
  const into = pdfium.malloc(count * 4) >>> 0
  try {
    const done = into !== 0 && call(into) !== 0
    const read = (index: number) =>
      done && index < count ? new DataView(pdfium.memory.buffer).getFloat32(into + index * 4, true) : NaN
    return [read(0), read(1), read(2), read(3), read(4), read(5)]
  } finally {
    pdfium.free(into)
  }
}

const METADATA_BYTES = 28

interface Pixels {
  readonly width: number
  readonly height: number
  readonly colours: number
}

function readPixels(pdfium: PdfiumExports, page: number, image: number): Pixels {
  const into = pdfium.malloc(METADATA_BYTES) >>> 0
  try {
    if (into === 0 || pdfium.FPDFImageObj_GetImageMetadata(image, page, into) === 0)
      return { width: 0, height: 0, colours: 0 }
    const view = new DataView(pdfium.memory.buffer, into, METADATA_BYTES)
    return { width: view.getUint32(0, true), height: view.getUint32(4, true), colours: view.getInt32(20, true) }
  } finally {
    pdfium.free(into)
  }
}

function readJpeg(pdfium: PdfiumExports, image: number): Buffer | undefined {
  const size = pdfium.FPDFImageObj_GetImageDataRaw(image, 0, 0)
  const into = size > NEEDLE ? pdfium.malloc(size) >>> 0 : 0
  if (into === 0) return undefined
  try {
    pdfium.FPDFImageObj_GetImageDataRaw(image, into, size)
    return Buffer.from(Buffer.from(pdfium.memory.buffer, into, size))
  } finally {
    pdfium.free(into)
  }
}

/** Whether the JPEG stands in the file once, under a dictionary without anything unknown. */
function isPlainImage(file: Buffer, jpeg: Buffer): boolean {
  const middle = jpeg.length >> 1
  const needle = jpeg.subarray(middle, middle + NEEDLE)
  const found = file.indexOf(needle)
  const start = found - middle
  if (found < 0 || start < 0 || file.indexOf(needle, found + 1) >= 0) return false
  if (!file.subarray(start, start + jpeg.length).equals(jpeg)) return false
  return PLAIN_IMAGE.test(file.toString('latin1', Math.max(0, start - LONGEST_DICTIONARY), start))
}

async function decode(
  jpeg: Buffer,
  { width, height, wanted }: Pixels & { readonly wanted: { readonly width: number; readonly height: number } },
): Promise<Buffer | undefined> {
  try {
    const picture = sharp(jpeg, { limitInputPixels: false, failOn: 'warning', ignoreIcc: true })
    const facts = await picture.metadata()
    const isKnown = facts.format === 'jpeg' && facts.width === width && facts.height === height
    if (!isKnown || (facts.space !== 'srgb' && facts.space !== 'b-w')) return undefined
    return await picture
      .resize({ ...wanted, fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
  } catch {
    // PDFium shows what there is of a damaged picture.
    return undefined
  }
}
