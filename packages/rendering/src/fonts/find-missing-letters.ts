/**
 * Returns whether a page holds letters that PDFium's built-in Latin fonts lack, in a font that is not embedded: those
 * would be left out without a word. Pages whose fonts are all embedded, most of them, cost only a walk over their
 * objects.
 */
import { isPictureFont } from './fallback-fonts.ts'
import type { OpenDocument } from '../open-document.ts'
import type { PdfiumExports } from '../pdfium-exports.ts'

/** FPDF_PAGEOBJ_TEXT and FPDF_PAGEOBJ_FORM: text, and a group of objects. */
const TEXT = 1
const GROUP = 5
const DEEPEST_GROUP = 16
const LONGEST_FONT_NAME = 256
/** FPDF_ANNOT_LINK and FPDF_ANNOT_POPUP. */
const LINK = 2
const POP_UP = 16
/** FLAT_NORMALDISPLAY: what a screen shows. */
const FLATTEN_FOR_SCREEN = 0

/**
 * The letters of the built-in fonts beyond Latin-1: those of Windows-1252, and Adobe's standard Latin set. They are
 * spelled out because some versions of Node decode Windows-1252 as Latin-1.
 */
const BUILT_IN = new Set([...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸıŁłﬁﬂ⁄−˘˙˚˝˛ˇˉ'].map((letter) => letter.codePointAt(0)))

/** Where the letters of our fonts are (first and last code point); a letter elsewhere would gain nothing from them. */
const OURS: readonly (readonly [number, number])[] = [
  [0x0100, 0x05ff],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2070, 0x25ff],
  [0xfb00, 0xfb4f],
]

/** Looks at a loaded page (`index` from 0): its content, and the appearances of its annotations and form fields. */
export function lacksLetters(
  pdfium: PdfiumExports,
  document: OpenDocument,
  { page, index }: { page: number; index: number },
): boolean {
  const onPage = namesFont(pdfium, objectsOfPage(pdfium, page))
  // Looking into an appearance resets its matrix in the open document, so that is done in a copy of its own.
  const inAnnotations =
    hasAppearances(pdfium, page) &&
    document.withWesternCopy((copy) =>
      withPage(pdfium, { copy, index }, (inspected) => annotationsNameFont(pdfium, inspected)),
    )
  if (!onPage && !inAnnotations) return false
  // A letter that the font lacks may have no width, and is then no text for PDFium: it is looked for with our fonts.
  return document.withWesternCopy((copy) => {
    // Text can be read from pages only, so annotations become part of the page.
    if (inAnnotations) withPage(pdfium, { copy, index }, (whole) => pdfium.FPDFPage_Flatten(whole, FLATTEN_FOR_SCREEN))
    return withPage(pdfium, { copy, index }, (whole) => textLacksLetters(pdfium, whole))
  })
}

function withPage<T>(pdfium: PdfiumExports, at: { copy: number; index: number }, work: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(at.copy, at.index)
  try {
    return work(page)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

/** A list of objects inside PDFium. */
interface ObjectList {
  readonly count: number
  readonly at: (index: number) => number
}

function objectsOfPage(pdfium: PdfiumExports, page: number): ObjectList {
  return { count: pdfium.FPDFPage_CountObjects(page), at: (index) => pdfium.FPDFPage_GetObject(page, index) }
}

/** Whether some text is in a font that the document names but does not embed. */
function namesFont(pdfium: PdfiumExports, objects: ObjectList, depth = 0): boolean {
  for (let index = 0; index < objects.count; index += 1) {
    const object = objects.at(index)
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === TEXT && !isEmbedded(pdfium, object)) return true
    if (type !== GROUP || depth >= DEEPEST_GROUP) continue
    const count = pdfium.FPDFFormObj_CountObjects(object)
    if (namesFont(pdfium, { count, at: (inner) => pdfium.FPDFFormObj_GetObject(object, inner) }, depth + 1)) return true
  }
  return false
}

function isEmbedded(pdfium: PdfiumExports, text: number): boolean {
  return pdfium.FPDFFont_GetIsEmbedded(pdfium.FPDFTextObj_GetFont(text)) !== 0
}

/** Whether there are annotations beyond links and pop-ups, which show no text of their own. */
function hasAppearances(pdfium: PdfiumExports, page: number): boolean {
  const annotations = pdfium.FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < annotations; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (subtype !== LINK && subtype !== POP_UP) return true
  }
  return false
}

function annotationsNameFont(pdfium: PdfiumExports, page: number): boolean {
  const annotations = pdfium.FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < annotations; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const count = pdfium.FPDFAnnot_GetObjectCount(annotation)
    const names = namesFont(pdfium, { count, at: (inner) => pdfium.FPDFAnnot_GetObject(annotation, inner) })
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (names) return true
  }
  return false
}

function textLacksLetters(pdfium: PdfiumExports, page: number): boolean {
  const text = pdfium.FPDFText_LoadPage(page)
  try {
    const count = pdfium.FPDFText_CountChars(text)
    for (let index = 0; index < count; index += 1) {
      if (!isMissing(pdfium.FPDFText_GetUnicode(text, index))) continue
      const object = pdfium.FPDFText_GetTextObject(text, index)
      if (object !== 0 && !isEmbedded(pdfium, object) && !isPictureFont(readFontName(pdfium, object))) return true
    }
    return false
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

function readFontName(pdfium: PdfiumExports, text: number): string {
  const buffer = pdfium.malloc(LONGEST_FONT_NAME) >>> 0
  if (buffer === 0) return ''
  const length = pdfium.FPDFFont_GetBaseFontName(pdfium.FPDFTextObj_GetFont(text), buffer, LONGEST_FONT_NAME)
  const bytes = new Uint8Array(pdfium.memory.buffer, buffer, length <= LONGEST_FONT_NAME ? length : 0)
  const name = Buffer.from(bytes).toString('latin1')
  pdfium.free(buffer)
  return name
}

function isMissing(code: number): boolean {
  return !BUILT_IN.has(code) && OURS.some(([first, last]) => code >= first && code <= last)
}
