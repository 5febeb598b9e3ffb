/**
 * Fonts of the standard's own (ISO 32000-2 clause 9.6.2.2), whose letters stand where they always do.
 *
 * Difficulty: medium. Such a font paints the letters that its codes say, whoever wrote it.
 */
import { isArray, isName, PdfDict, PdfName, type PdfObject } from '../../objects/pdf-objects.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'

const NAMES = /^(Arial|Courier|Helvetica|Times|ZapfDingbats)/
/** Codes of ASCII letters and digits; differences beyond are accents. */
const [FIRST, LAST] = [33, 126]

/** The name of such a font; null for any other. */
export function plainFontName(document: PdfDocument, value: PdfObject | undefined): string | null {
  const font = document.resolve(value)
  if (!(font instanceof PdfDict) || font.get('FontDescriptor') !== undefined) return null
  const name = document.resolve(font.get('BaseFont'))
  const kind = document.resolve(font.get('Subtype'))
  if (!(name instanceof PdfName) || !NAMES.test(name.value)) return null
  const isSimple = isName(kind, 'Type1') || isName(kind, 'TrueType')
  return isSimple && keepsLetters(document, font.get('Encoding')) ? name.value : null
}

function keepsLetters(document: PdfDocument, place: PdfObject | undefined): boolean {
  const encoding = document.resolve(place)
  if (!(encoding instanceof PdfDict)) return true
  const differences = document.resolve(encoding.get('Differences'))
  let code = 0
  for (const item of isArray(differences) ? differences : []) {
    if (typeof item === 'number') code = item
    else if (code >= FIRST && code <= LAST) return false
    else code++
  }
  return true
}
