/**
 * Gives PDFium fonts for text whose font is not embedded and which its built-in fonts cannot draw: Chinese, Japanese
 * and Korean, for which it has none, and the letters that its Latin fonts lack (Central European, Greek, Cyrillic,
 * Hebrew).
 *
 * PDFium asks its "system font info", a table of C callbacks, for a substitute. This build cannot add functions to the
 * module's table (its size is fixed), so the slots of the default callbacks, which nothing else uses, are replaced.
 *
 * PDFium never says which letters it needs. So a document starts with the built-in Latin fonts (the answer "no such
 * font" makes PDFium fall back to them), and is opened again with ours when a page holds letters that those lack.
 */
import { chooseFallbackFont, readFallbackFont, type WantedFont } from './fallback-fonts.ts'
import { makeTableFunction } from './make-table-function.ts'
import type { PdfiumExports } from '../pdfium-exports.ts'

/** Byte offsets of the callbacks in FPDF_SYSFONTINFO (32-bit pointers; offset 0 is the version). */
const CALLBACK = {
  enumFonts: 8,
  mapFont: 12,
  getFont: 16,
  getFontData: 20,
  getFaceName: 24,
  getCharset: 28,
  delete: 32,
}

const LONGEST_FACE_NAME = 256

/** Set before work on a document: whether its Latin fonts are ours (`western`) or PDFium's own. */
export interface FallbackFonts {
  western: boolean
}

/** Replaces PDFium's search for system fonts with ours. Call once, after the library was initialised. */
export function installFallbackFonts(pdfium: PdfiumExports): FallbackFonts {
  const fonts: FallbackFonts = { western: false }
  const charsets = new Map<number, number>()
  const info = pdfium.FPDF_GetDefaultSystemFontInfo() >>> 0
  const view = new DataView(pdfium.memory.buffer)
  const replace = (offset: number, shape: { parameters: number; result: boolean }, run: Callback): void => {
    const slot = view.getUint32(info + offset, true)
    pdfium.__indirect_function_table.set(slot, makeTableFunction({ ...shape, run }))
  }
  replace(CALLBACK.enumFonts, { parameters: 2, result: false }, () => 0)
  replace(CALLBACK.mapFont, { parameters: 7, result: true }, (...values) => {
    const wanted = readWanted(pdfium, values)
    const handle = chooseFallbackFont(wanted, fonts.western)
    charsets.set(handle, wanted.charset)
    return handle
  })
  replace(CALLBACK.getFont, { parameters: 2, result: true }, () => 0)
  replace(CALLBACK.getFontData, { parameters: 5, result: true }, (...[, handle = 0, table, buffer, size]) =>
    // Only the whole file (table 0) is offered; PDFium reads single tables itself.
    table === 0 ? writeOut(pdfium, readFallbackFont(handle), { buffer, size }) : 0,
  )
  replace(CALLBACK.getFaceName, { parameters: 4, result: true }, (...[, handle, buffer, size]) =>
    writeOut(pdfium, Buffer.from(`fallback-${handle}\0`, 'latin1'), { buffer, size }),
  )
  replace(CALLBACK.getCharset, { parameters: 2, result: true }, (_info, handle = 0) => charsets.get(handle) ?? 0)
  replace(CALLBACK.delete, { parameters: 2, result: false }, () => 0)
  pdfium.FPDF_SetSystemFontInfo(info)
  return fonts
}

type Callback = (...values: number[]) => number

/** The arguments of MapFont: table, weight, italic, charset, pitch and family, face name (C text), unused. */
function readWanted(pdfium: PdfiumExports, values: readonly number[]): WantedFont {
  const [, weight = 0, italic = 0, charset = 0, pitchFamily = 0, face = 0] = values
  const start = face >>> 0
  const room = new Uint8Array(pdfium.memory.buffer).subarray(start, start === 0 ? 0 : start + LONGEST_FACE_NAME)
  const end = room.indexOf(0)
  const name = Buffer.from(end < 0 ? room : room.subarray(0, end)).toString('latin1')
  return { weight, italic: italic !== 0, charset, pitchFamily, face: name }
}

/** The C convention of these callbacks: answer the length, and copy only when the buffer is large enough. */
function writeOut(pdfium: PdfiumExports, bytes: Uint8Array, target: { buffer?: number; size?: number }): number {
  const { buffer = 0, size = 0 } = target
  if (buffer !== 0 && size >= bytes.byteLength) new Uint8Array(pdfium.memory.buffer).set(bytes, buffer >>> 0)
  return bytes.byteLength
}
