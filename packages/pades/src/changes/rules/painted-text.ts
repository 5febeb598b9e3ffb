/**
 * The text that an appearance stream paints (ISO 32000-2 clauses 8.5.3, 8.6.8, 9.3.6 and 9.4.3).
 *
 * Codes are taken as they are: simple fonts with standard encodings are what form fields use. The look has the colours,
 * too, so that text cannot be hidden by writing the same in white, and the lines, by which words can be drawn. Where
 * text stands is for `text-places.ts`.
 */
import { Keyword, Lexer, type PdfDocument, PdfName, type PdfStream, PdfString } from '@rubrica/pdf'
import { decodeIfPossible } from '../decode-if-possible.ts'

const LONGEST_CONTENT = 1024 * 1024
/** Each piece holds its pen and colour, which a hostile stream can make long. */
const LONGEST_LOOK = 4 * LONGEST_CONTENT
const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
const FILLING = new Set(['B', 'B*', 'F', 'b', 'b*', 'f', 'f*'])
const STROKING = new Set(['S', 's'])
/** Operators that build a path, and those that end one without painting. */
const BUILDING = new Set(['W', 'W*', 'c', 'h', 'l', 'm', 're', 'v', 'y'])
/** What moves or widens lines. */
const DRAWING = new Set(['G', 'K', 'RG', 'cm', 'w'])
/** Operators that set what is filled with, and how text is painted. */
const COLOURING = new Set(['Tr', 'cs', 'g', 'gs', 'k', 'rg', 'sc', 'scn'])
/** Operators that paint what is no text; "BI" starts an image. */
const PICTURES = new Set(['BI', 'Do', 'sh'])
const BRACKETS = new Set(['<<', '>>', '[', ']'])

export interface PaintedText {
  /** Without white space. */
  readonly text: string
  /** Text, fillings and lines in their order, colours and shapes, in a form to be compared. */
  readonly look: string
}

/** What q keeps and Q brings back; black and how text is painted by default are empty. */
interface State {
  readonly paint: string
  readonly mode: string
  /** Named states, one after the other. */
  readonly named: string
  /** How lines are drawn, and where. */
  readonly pen: string
}

interface Painting {
  text: string
  /** What was painted, piece by piece. */
  readonly looks: { readonly head: string; text: string }[]
  /** Length of all looks. */
  size: number
  path: string
  state: State
  readonly saved: State[]
}

const FIRST_STATE: State = { paint: '', mode: '', named: '', pen: '' }

/** Null when the stream paints pictures, too. */
export function readPaintedText(document: PdfDocument, stream: PdfStream): PaintedText | null {
  const content = decodeIfPossible(document, stream)
  if (content === null || content.length > LONGEST_CONTENT) return null
  const lexer = new Lexer(content)
  const painting: Painting = { text: '', looks: [], size: 0, path: '', state: FIRST_STATE, saved: [] }
  let operands: string[] = []
  for (let token = lexer.next(); !isEnd(token); token = lexer.next()) {
    if (!(token instanceof Keyword)) operands.push(operandOf(token))
    else if (!BRACKETS.has(token.text)) {
      // Marked content can be optional, which is not always shown.
      if (PICTURES.has(token.text) || (token.text === 'BDC' && operands.includes('/OC'))) return null
      paint(painting, token.text, operands)
      if (painting.size > LONGEST_LOOK) return null
      operands = []
    }
  }
  return { text: painting.text, look: painting.looks.map(({ head, text }) => `\n${head}${text}`).join('') }
}

function isEnd(token: unknown): boolean {
  return token instanceof Keyword && token.text === ''
}

function operandOf(token: unknown): string {
  if (token instanceof PdfString) return `(${latin1(token.bytes)}`
  if (typeof token === 'number') return String(Number(token.toFixed(3)))
  return token instanceof PdfName ? `/${token.value}` : ''
}

function paint(painting: Painting, operator: string, operands: readonly string[]): void {
  const { state } = painting
  if (SHOWING.has(operator)) {
    const strings = operands.filter((operand) => operand.startsWith('('))
    const text = strings.map((operand) => operand.slice(1).replace(/\s/g, '')).join('')
    painting.text += text
    addLook(painting, `T${colourOf(state)}:`, text)
  } else if (FILLING.has(operator)) {
    addLook(painting, `F${colourOf(state)}@${operator}${state.pen}${painting.path}`)
    painting.path = ''
  } else if (STROKING.has(operator)) {
    addLook(painting, `S${state.pen}@${painting.path}`)
    painting.path = ''
  } else if (operator === 'n') {
    painting.path = ''
  } else if (BUILDING.has(operator)) {
    painting.path += ` ${operands.join(' ')} ${operator}`
  } else if (DRAWING.has(operator)) {
    painting.state = { ...state, pen: `${state.pen} ${operands.join(' ')} ${operator}` }
  } else if (COLOURING.has(operator)) {
    painting.state = stateAfter(state, operator, `${operands.join(' ')} ${operator}`)
  } else if (operator === 'q') {
    painting.saved.push(state)
  } else if (operator === 'Q') {
    painting.state = painting.saved.pop() ?? state
  }
}

const colourOf = ({ paint, mode, named }: State): string => `${paint};${mode}${named}`

/** Black is what painting starts with, and 0 is how text is painted by default. A named state has pens and colours. */
function stateAfter(state: State, operator: string, setting: string): State {
  if (operator === 'gs') return { ...state, named: `${state.named}|${setting}`, pen: `${state.pen} ${setting}` }
  if (operator === 'Tr') return { ...state, mode: setting === '0 Tr' ? '' : setting }
  return { ...state, paint: /^(0 g|0 0 0 rg|0 0 0 1 k)$/.test(setting) ? '' : setting }
}

/** Text in one colour is one piece, however many operators show it. */
function addLook(painting: Painting, head: string, text = ''): void {
  const last = painting.looks.at(-1)
  if (head.startsWith('T') && last?.head === head) last.text += text
  else painting.looks.push({ head, text })
  painting.size += head.length + text.length
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
