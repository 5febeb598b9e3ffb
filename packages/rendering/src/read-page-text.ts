/** Reads the words of a page for those who cannot see it. A scan has none, unless somebody put a text layer over it. */
import { checkPageNumber } from './draw-page.ts'
import type { OpenDocument } from './open-document.ts'
import { RenderError } from './render-error.ts'
import { MAX_TEXT_BYTES, type PageText } from './render-protocol.ts'

/** What PDFium puts in place of a hyphen at the end of a line. */
const BROKEN_WORD = 0xfffe
const LINE_END = 0x0a
const SPACE = 0x20

/**
 * The letters of a page (from 1) as PDFium finds them, line by line.
 * @throws RenderError RENDER_PAGE_OUT_OF_RANGE, RENDER_DAMAGED, RENDER_TOO_LARGE
 */
export function readPageText(document: OpenDocument, number: number): PageText {
  const { pageCount, pdfium } = document
  const { exports } = pdfium
  checkPageNumber(document, number)
  const page = exports.FPDF_LoadPage(document.handle, number - 1)
  if (page === 0) throw new RenderError('RENDER_DAMAGED', { page: number, pageCount })
  const text = exports.FPDFText_LoadPage(page)
  try {
    const count = text === 0 ? 0 : exports.FPDFText_CountChars(text)
    const words = collect(count, (index) => exports.FPDFText_GetUnicode(text, index) >>> 0)
    // Words may be missing then, and the process must not go on to other documents.
    if (pdfium.memoryRefused()) throw new RenderError('RENDER_TOO_LARGE', { page: number, pageCount })
    return { text: words, pageCount }
  } finally {
    if (text !== 0) exports.FPDFText_ClosePage(text)
    exports.FPDF_ClosePage(page)
  }
}

function collect(count: number, letterAt: (index: number) => number): string {
  let text = ''
  for (let index = 0; index < count && text.length < MAX_TEXT_BYTES; index += 1) text += readable(letterAt(index))
  return cut(text)
}

/** A line's end is a line feed; other control characters, and code points that are none, say nothing. */
function readable(code: number): string {
  if (code === LINE_END) return '\n'
  if (code < SPACE || code === BROKEN_WORD || code > 0x10ffff) return ''
  return String.fromCodePoint(code)
}

/** At most so many bytes of UTF-8, without half a character at the end. */
const cut = (text: string) => new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_TEXT_BYTES), { stream: true })
