/**
 * The text that an appearance stream paints (ISO 32000-2 clauses 8.6.8, 9.3.6 and 9.4.3).
 *
 * Difficulty: high. Codes are taken as they are: simple fonts with standard encodings are what form fields use. The look
 * has the colours, too, so that text cannot be hidden by writing the same in white.
 */
import { type PdfStream, PdfString } from '../../objects/pdf-objects.ts'
import { Keyword, Lexer } from '../../reader/lexer.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import { decodeIfPossible } from '../decode-if-possible.ts'

const LONGEST_CONTENT = 1024 * 1024
const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
const FILLING = new Set(['B', 'B*', 'F', 'b', 'b*', 'f', 'f*'])
/** Operators that set what is filled with, and how text is painted. */
const COLOURING = new Set(['Tr', 'cs', 'g', 'gs', 'k', 'rg', 'sc', 'scn'])
/** Operators that paint what is no text; "BI" starts an image. */
const PICTURES = new Set(['BI', 'Do', 'sh'])
/** Black, and no mode of painting text. */
const BLACK = ';'
const BRACKETS = new Set(['<<', '>>', '[', ']'])

export interface PaintedText {
  /** Without white space. */
  readonly text: string
  /** Text and fillings in their order and colours, in a form to be compared. */
  readonly look: string
}

interface Painting {
  text: string
  look: string
  colour: string
  /** The colours that Q brings back. */
  readonly saved: string[]
}

/** Null when the stream paints pictures, too. */
export function readPaintedText(document: PdfDocument, stream: PdfStream): PaintedText | null {
  const content = decodeIfPossible(document, stream)
  if (content === null || content.length > LONGEST_CONTENT) return null
  const lexer = new Lexer(content)
  const painting: Painting = { text: '', look: '', colour: BLACK, saved: [] }
  let operands: string[] = []
  for (let token = lexer.next(); !isEnd(token); token = lexer.next()) {
    if (!(token instanceof Keyword)) operands.push(operandOf(token))
    else if (!BRACKETS.has(token.text)) {
      if (PICTURES.has(token.text)) return null
      paint(painting, token.text, operands)
      operands = []
    }
  }
  return { text: painting.text, look: painting.look }
}

function isEnd(token: unknown): boolean {
  return token instanceof Keyword && token.text === ''
}

function operandOf(token: unknown): string {
  if (token instanceof PdfString) return `(${latin1(token.bytes)}`
  if (typeof token === 'number') return String(Number(token.toFixed(3)))
  return token instanceof Object && 'value' in token ? `/${String(token.value)}` : ''
}

function paint(painting: Painting, operator: string, operands: readonly string[]): void {
  if (SHOWING.has(operator)) {
    const strings = operands.filter((operand) => operand.startsWith('('))
    const text = strings.map((operand) => operand.slice(1).replace(/\s/g, '')).join('')
    painting.text += text
    addLook(painting, `T${painting.colour}:`, text)
  } else if (FILLING.has(operator)) {
    addLook(painting, `F${painting.colour}`, '')
  } else if (COLOURING.has(operator)) {
    painting.colour = colourAfter(painting.colour, operator, operands)
  } else if (operator === 'q') {
    painting.saved.push(painting.colour)
  } else if (operator === 'Q') {
    painting.colour = painting.saved.pop() ?? BLACK
  }
}

/** Black is what painting starts with, and 0 is how text is painted by default. */
function colourAfter(colour: string, operator: string, operands: readonly string[]): string {
  const setting = `${operands.join(' ')} ${operator}`
  if (operator === 'gs') return `${colour}|${setting}`
  const [paint = '', mode = ''] = colour.split(';')
  if (operator === 'Tr') return `${paint};${setting === '0 Tr' ? '' : setting}`
  return `${/^(0 g|0 0 0 rg|0 0 0 1 k)$/.test(setting) ? '' : setting};${mode}`
}

/** Text in one colour is one piece, however many operators show it. */
function addLook(painting: Painting, head: string, text: string): void {
  const open = painting.look.lastIndexOf('\n') + 1
  if (head.startsWith('T') && painting.look.slice(open).startsWith(head)) painting.look += text
  else painting.look += `\n${head}${text}`
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
