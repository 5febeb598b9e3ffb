/**
 * Gives PDFium fonts for Chinese, Japanese and Korean text whose font is not embedded; without them it draws nothing.
 *
 * PDFium asks its "system font info", a table of C callbacks, for a substitute. This build cannot add functions to the
 * module's table (its size is fixed), so the slots of the default callbacks, which nothing else uses, are replaced.
 * Latin text keeps PDFium's built-in fonts: the answer "no such font" makes it fall back to them.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PdfiumExports } from './pdfium-exports.ts'
import { makeTableFunction } from './make-table-function.ts'

/** PDFium's charset numbers (FXFONT_*_CHARSET) that need a fallback. */
const SHIFT_JIS = 128
const HANGUL = 129
const GB2312 = 134
const BIG5 = 136

interface FallbackFont {
  readonly package: string
  readonly file: string
}

// The simplified Chinese font also holds every kanji of Shift JIS, all kana and every character of Big5.
const HAN: FallbackFont = { package: '@embedpdf/fonts-sc', file: 'NotoSansHans-Regular.otf' }
const KOREAN: FallbackFont = { package: '@embedpdf/fonts-kr', file: 'NotoSansKR-Regular.otf' }
const FONTS: ReadonlyMap<number, FallbackFont> = new Map([
  [SHIFT_JIS, HAN],
  [GB2312, HAN],
  [BIG5, HAN],
  [HANGUL, KOREAN],
])

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

/** Replaces PDFium's search for system fonts with ours. Call once, after the library was initialised. */
export function installFallbackFonts(pdfium: PdfiumExports): void {
  const info = pdfium.FPDF_GetDefaultSystemFontInfo() >>> 0
  const view = new DataView(pdfium.memory.buffer)
  const replace = (offset: number, shape: { parameters: number; result: boolean }, run: Callback): void => {
    const slot = view.getUint32(info + offset, true)
    pdfium.__indirect_function_table.set(slot, makeTableFunction({ ...shape, run }))
  }
  // The font handle that PDFium carries from one callback to the next is the charset's number.
  replace(CALLBACK.enumFonts, { parameters: 2, result: false }, () => 0)
  replace(CALLBACK.mapFont, { parameters: 7, result: true }, (...[, , , charset = 0]) =>
    FONTS.has(charset) ? charset : 0,
  )
  replace(CALLBACK.getFont, { parameters: 2, result: true }, () => 0)
  replace(CALLBACK.getFontData, { parameters: 5, result: true }, (...[, handle, table, buffer, size]) =>
    // Only the whole file (table 0) is offered; PDFium reads single tables itself.
    table === 0 ? writeOut(pdfium, readFont(handle), { buffer, size }) : 0,
  )
  replace(CALLBACK.getFaceName, { parameters: 4, result: true }, (...[, handle, buffer, size]) =>
    writeOut(pdfium, Buffer.from(`fallback-${handle}\0`, 'latin1'), { buffer, size }),
  )
  replace(CALLBACK.getCharset, { parameters: 2, result: true }, (_info, handle) => handle ?? 0)
  replace(CALLBACK.delete, { parameters: 2, result: false }, () => 0)
  pdfium.FPDF_SetSystemFontInfo(info)
}

type Callback = (...values: number[]) => number

/** The C convention of these callbacks: answer the length, and copy only when the buffer is large enough. */
function writeOut(pdfium: PdfiumExports, bytes: Uint8Array, target: { buffer?: number; size?: number }): number {
  const { buffer = 0, size = 0 } = target
  if (buffer !== 0 && size >= bytes.byteLength) new Uint8Array(pdfium.memory.buffer).set(bytes, buffer >>> 0)
  return bytes.byteLength
}

const loaded = new Map<string, Uint8Array>()

/** Reads a font file when it is first needed: most documents embed their fonts. */
function readFont(charset: number | undefined): Uint8Array {
  const font = charset === undefined ? undefined : FONTS.get(charset)
  if (font === undefined) return new Uint8Array()
  const known = loaded.get(font.file)
  if (known !== undefined) return known
  const entry = createRequire(import.meta.url).resolve(font.package)
  const bytes = readFileSync(join(dirname(entry), '..', 'fonts', font.file))
  loaded.set(font.file, bytes)
  return bytes
}
