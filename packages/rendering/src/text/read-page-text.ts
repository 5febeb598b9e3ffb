/** Reads the text of a page, for screen readers and for selection. A scan has none without a text layer. */
import { checkPageNumber } from '../draw-page.ts'
import { locateText, type Letters } from './locate-text.ts'
import type { OpenDocument } from '../open-document.ts'
import { RenderError } from '../render-error.ts'
import { MAX_TEXT_BYTES, type PageText } from '../isolation/render-protocol.ts'

/** What PDFium puts in place of a hyphen at the end of a line. */
const BROKEN_WORD = 0xfffe
const LINE_END = 0x0a
const SPACE = 0x20

/**
 * The letters of a page (from 1) as PDFium finds them, line by line, and where they stand.
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
    const letters = { [Symbol.iterator]: () => lettersOf(count, (index) => exports.FPDFText_GetUnicode(text, index)) }
    const words = collect(letters)
    const lines = words === '' ? [] : locateText(exports, { page, text }, letters)
    // Words may be missing then, and the process must not go on to other documents.
    if (pdfium.memoryRefused()) throw new RenderError('RENDER_TOO_LARGE', { page: number, pageCount })
    return { text: words, lines, pageCount }
  } finally {
    if (text !== 0) exports.FPDFText_ClosePage(text)
    exports.FPDF_ClosePage(page)
  }
}

/** No more of them than a page returns. */
function* lettersOf(count: number, codeAt: (index: number) => number) {
  let length = 0
  for (let index = 0; index < count && length < MAX_TEXT_BYTES; index += 1) {
    const letter = readable(codeAt(index) >>> 0)
    length += letter.length
    yield { index, letter }
  }
}

function collect(letters: Letters): string {
  let text = ''
  for (const { letter } of letters) text += letter
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
