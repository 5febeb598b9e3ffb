import type { PdfiumExports } from './pdfium-exports.ts'

/** FPDF_PAGEOBJ_IMAGE */
const IMAGE = 3
/** A scanned page is one picture, or a few strips of it. */
const MOST_PICTURES = 64
const NAME_BYTES = 32

/** Whether all that a loaded page shows is photographs (JPEG), without text, drawings, annotations or fields. */
export function isScan(pdfium: PdfiumExports, page: number): boolean {
  const count = pdfium.FPDFPage_CountObjects(page)
  if (count < 1 || count > MOST_PICTURES || pdfium.FPDFPage_GetAnnotCount(page) > 0) return false
  for (let index = 0; index < count; index += 1) {
    if (!isPhotograph(pdfium, pdfium.FPDFPage_GetObject(page, index))) return false
  }
  return true
}

function isPhotograph(pdfium: PdfiumExports, object: number): boolean {
  if (pdfium.FPDFPageObj_GetType(object) !== IMAGE) return false
  const filters = pdfium.FPDFImageObj_GetImageFilterCount(object)
  return filters > 0 && nameOfFilter(pdfium, { object, index: filters - 1 }) === 'DCTDecode'
}

function nameOfFilter(pdfium: PdfiumExports, { object, index }: { object: number; index: number }): string {
  const buffer = pdfium.malloc(NAME_BYTES) >>> 0
  if (buffer === 0) return ''
  try {
    const length = pdfium.FPDFImageObj_GetImageFilter(object, index, buffer, NAME_BYTES)
    return Buffer.from(pdfium.memory.buffer, buffer, Math.max(0, Math.min(length, NAME_BYTES) - 1)).toString('latin1')
  } finally {
    pdfium.free(buffer)
  }
}
