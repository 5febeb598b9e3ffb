/**
 * Fonts of the standard's own (ISO 32000-2 clause 9.6.2.2), whose letters stand where they always do.
 *
 * Such a font always paints the letters that its codes stand for.
 */
import { isArray, isInteger, isName, PdfDict, type PdfDocument, PdfName, type PdfObject } from '@rubrica/pdf'

const NAMES = /^(Arial|Courier|Helvetica|Times|ZapfDingbats)/
/** Codes of ASCII letters and digits; differences beyond are accents. */
const [FIRST, LAST] = [33, 126]

/** Encodings in which ASCII codes are ASCII letters; the last one is no name of the standard's, but widespread. */
const ENCODINGS = new Set(['StandardEncoding', 'WinAnsiEncoding', 'MacRomanEncoding', 'PDFDocEncoding'])
/** What can be said of such a font; a map to Unicode says what is copied, and anything else how it is painted. */
const KEYS = new Set(['BaseFont', 'Encoding', 'FirstChar', 'LastChar', 'Name', 'Subtype', 'Type', 'Widths'])
/** Of letters in all these fonts, in thousandths of the size. */
const WIDTHS = { narrowest: 150, widest: 1_150 }

/** The name of such a font; null for any other. */
export function plainFontName(document: PdfDocument, value: PdfObject | undefined): string | null {
  const font = document.resolve(value)
  if (!(font instanceof PdfDict) || ![...font.entries.keys()].every((key) => KEYS.has(key))) return null
  const name = document.resolve(font.get('BaseFont'))
  const kind = document.resolve(font.get('Subtype'))
  if (!(name instanceof PdfName) || !NAMES.test(name.value)) return null
  const isSimple = isName(kind, 'Type1') || isName(kind, 'TrueType')
  return isSimple && keepsLetters(document, font.get('Encoding')) && hasLetterWidths(document, font) ? name.value : null
}

/** Letters that are as wide as letters are stand side by side. */
function hasLetterWidths(document: PdfDocument, font: PdfDict): boolean {
  const widths = document.resolve(font.get('Widths'))
  if (widths === null) return true
  const first = document.resolve(font.get('FirstChar'))
  if (!isArray(widths) || !isInteger(first)) return false
  return widths.every((item, index) => {
    const code = first + index
    const width = document.resolve(item)
    if (code < FIRST || code > LAST) return true
    return typeof width === 'number' && width >= WIDTHS.narrowest && width <= WIDTHS.widest
  })
}

function isKnownEncoding(encoding: PdfObject): boolean {
  return encoding === null || (encoding instanceof PdfName && ENCODINGS.has(encoding.value))
}

function keepsLetters(document: PdfDocument, place: PdfObject | undefined): boolean {
  const encoding = document.resolve(place)
  if (!(encoding instanceof PdfDict)) return isKnownEncoding(encoding)
  if (!isKnownEncoding(document.resolve(encoding.get('BaseEncoding')))) return false
  const differences = document.resolve(encoding.get('Differences'))
  let code = 0
  for (const item of isArray(differences) ? differences : []) {
    if (typeof item === 'number') code = item
    else if (code >= FIRST && code <= LAST) return false
    else code++
  }
  return true
}
