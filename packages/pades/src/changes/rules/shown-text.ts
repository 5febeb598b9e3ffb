/**
 * The text that an appearance stream paints (ISO 32000-2 clause 9.4.3).
 *
 * Difficulty: medium. Codes are taken as they are: simple fonts with standard encodings are what form fields use.
 */
import { type PdfStream, PdfString } from '../../objects/pdf-objects.ts'
import { Keyword, Lexer } from '../../reader/lexer.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'

const LONGEST_CONTENT = 1024 * 1024
const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
/** Operators that paint what is no text; "BI" starts an image. */
const PAINTING = new Set(['Do', 'sh', 'BI'])

/** Without white space; null when the stream paints pictures, too. */
export function readShownText(document: PdfDocument, stream: PdfStream): string | null {
  const content = document.decode(stream)
  if (content.length > LONGEST_CONTENT) return null
  const lexer = new Lexer(content)
  let shown = ''
  let operands = ''
  for (let token = lexer.next(); !(token instanceof Keyword && token.text === ''); token = lexer.next()) {
    if (token instanceof PdfString) operands += textOf(token)
    if (!(token instanceof Keyword) || isBracket(token.text)) continue
    if (PAINTING.has(token.text)) return null
    if (SHOWING.has(token.text)) shown += operands
    operands = ''
  }
  return shown.replace(/\s/g, '')
}

function isBracket(text: string): boolean {
  return text === '[' || text === ']' || text === '<<' || text === '>>'
}

function textOf({ bytes }: PdfString): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
