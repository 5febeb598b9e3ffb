/**
 * Where an appearance stream puts its text, and in which fonts (ISO 32000-2 clauses 8.4.2, 8.5.4, 9.3 and 9.4).
 *
 * Writers space the same text otherwise, which says the same as long as it is read upright, in order, in a similar size
 * and inside its box. Anything else is not understood.
 */
import {
  isArray,
  Keyword,
  Lexer,
  type PdfDocument,
  PdfName,
  type PdfObject,
  type PdfStream,
  PdfString,
  type Token,
} from '@rubrica/pdf'
import { decodeIfPossible } from '../decode-if-possible.ts'

/** Scale and offset; nothing is turned or mirrored. */
type Plane = readonly [scaleX: number, scaleY: number, x: number, y: number]
type Box = readonly [left: number, bottom: number, right: number, top: number]

/** What is written in one font, without white space. */
export interface TextRun {
  /** Name among the resources. */
  readonly font: string
  readonly text: string
}

export interface TextPlaces {
  readonly runs: readonly TextRun[]
  readonly smallest: number
  readonly largest: number
  /** How far to the right text reaches beyond its box, as far as that is known without its font; at least 0. */
  readonly excess: number
}

/** What q keeps and Q brings back (clause 8.4.2). */
interface State {
  readonly plane: Plane
  readonly box: Box
  readonly leading: number
  readonly width: number
  /** Between characters, in units of the text. */
  readonly spacing: number
  readonly font: string
  readonly size: number
}

interface Reading {
  state: State
  readonly saved: State[]
  path: Box | 'other' | null
  isClip: boolean
  line: Plane
  /** How far the line is written, in units of the text. */
  advance: number
  readonly runs: { readonly font: string; text: string }[]
  readonly sizes: number[]
  excess: number
  last: readonly [x: number, y: number] | null
}

const UNIT: Plane = [1, 1, 0, 0]
/** Of a digit in most fonts, in shares of the size. */
const CHARACTER = 0.55
/** Kerning, in thousandths of the size, and spacing in points. */
const WIDEST = { kerning: 1_000, spacing: 5 }
const CURVES = new Set(['c', 'h', 'l', 'm', 'v', 'y'])
const PAINTING = new Set(['B', 'B*', 'F', 'S', 'b', 'b*', 'f', 'f*', 'n', 's'])

/** Null when it is not certain that the text is read as it is written. */
export function readTextPlaces(document: PdfDocument, stream: PdfStream): TextPlaces | null {
  const box = boxOf(document, stream.dict.get('BBox'))
  const content = decodeIfPossible(document, stream)
  if (box === null || content === null) return null
  const state: State = { plane: UNIT, box, leading: 0, width: 1, spacing: 0, font: '', size: 0 }
  const reading: Reading = {
    ...{ state, saved: [], path: null, isClip: false, line: UNIT, advance: 0 },
    ...{ runs: [], sizes: [], excess: 0, last: null },
  }
  const lexer = new Lexer(content)
  let operands: Token[] = []
  for (let token = lexer.next(); !(token instanceof Keyword && token.text === ''); token = lexer.next()) {
    if (!(token instanceof Keyword) || token.text === '[' || token.text === ']') operands.push(token)
    else {
      if (!follow(reading, token.text, operands)) return null
      operands = []
    }
  }
  const { runs, sizes, excess } = reading
  return { runs, smallest: Math.min(...sizes), largest: Math.max(...sizes), excess }
}

function boxOf(document: PdfDocument, place: PdfObject | undefined): Box | null {
  const list = document.resolve(place)
  const sides = isArray(list)
    ? list.map((side) => document.resolve(side)).filter((side) => typeof side === 'number')
    : []
  const [x0, y0, x1, y1] = sides
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return null
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}

type Operation = (reading: Reading, numbers: readonly number[], operands: readonly Token[]) => boolean

/** Operands in all, and the numbers among them. Readers disagree on which ones count where there are more. */
const OPERANDS: Readonly<Record<string, readonly [all: number, numbers: number] | undefined>> = {
  ...{ cm: [6, 6], re: [4, 4], Tm: [6, 6], Td: [2, 2], TD: [2, 2], 'T*': [0, 0], TL: [1, 1], Tf: [2, 1] },
  ...{ Tz: [1, 1], Tc: [1, 1], Tw: [1, 1], Ts: [1, 1], Tj: [1, 0], "'": [1, 0], '"': [3, 2] },
}

/** Whether the operator is understood. */
function follow(reading: Reading, operator: string, operands: readonly Token[]): boolean {
  const numbers = operands.filter((operand) => typeof operand === 'number')
  const [all, few] = OPERANDS[operator] ?? [operands.length, numbers.length]
  if (operands.length !== all || numbers.length !== few) return false
  return OPERATIONS[operator]?.(reading, numbers, operands) ?? followPath(reading, operator, numbers)
}

/** Sets what Q brings back. */
function set(reading: Reading, changes: Partial<State>): true {
  reading.state = { ...reading.state, ...changes }
  return true
}

const isNarrow: Operation = (_, numbers) => numbers.every((number) => Math.abs(number) <= WIDEST.spacing)
const nextLine = (reading: Reading): true => startLine(reading, 0, -reading.state.leading)

const OPERATIONS: Readonly<Record<string, Operation | undefined>> = {
  q: (reading) => reading.saved.push(reading.state) > 0,
  Q: (reading) => set(reading, reading.saved.pop() ?? {}),
  cm: (reading, numbers) => {
    const plane = moved(reading.state.plane, numbers)
    return plane !== null && set(reading, { plane })
  },
  BT: (reading) => putLine(reading, UNIT),
  Tm: (reading, numbers) => {
    const line = moved(UNIT, numbers)
    return line !== null && putLine(reading, line)
  },
  Td: (reading, [x = 0, y = 0]) => startLine(reading, x, y),
  TD: (reading, [x = 0, y = 0]) => set(reading, { leading: -y }) && startLine(reading, x, y),
  'T*': nextLine,
  TL: (reading, [leading]) => set(reading, { leading }),
  Tf: (reading, [size], [font]) => font instanceof PdfName && set(reading, { font: font.value, size }),
  Tz: (reading, [percent = 0]) => set(reading, { width: percent / 100 }),
  Tc: (reading, numbers, operands) => isNarrow(reading, numbers, operands) && set(reading, { spacing: numbers[0] }),
  Tw: isNarrow,
  Ts: (_, [rise]) => rise === 0,
  Tj: (reading, _, operands) => show(reading, operands),
  TJ: (reading, numbers, operands) =>
    numbers.every((number) => Math.abs(number) <= WIDEST.kerning) && show(reading, operands),
  "'": (reading, _, operands) => nextLine(reading) && show(reading, operands),
  '"': (reading, numbers, operands) =>
    isNarrow(reading, numbers, operands) &&
    set(reading, { spacing: numbers[1] }) &&
    nextLine(reading) &&
    show(reading, operands.slice(2)),
}

function followPath(reading: Reading, operator: string, numbers: readonly number[]): boolean {
  if (operator === 're') reading.path = reading.path === null ? rectangle(reading.state.plane, numbers) : 'other'
  else if (CURVES.has(operator)) reading.path = 'other'
  else if (operator === 'W' || operator === 'W*') reading.isClip = true
  else if (PAINTING.has(operator)) {
    const { path, isClip } = reading
    Object.assign(reading, { path: null, isClip: false })
    return !isClip || clip(reading, path)
  }
  return true
}

function rectangle(
  [scaleX, scaleY, x, y]: Plane,
  [left = 0, bottom = 0, width = 0, height = 0]: readonly number[],
): Box {
  const [x0, x1] = [left * scaleX + x, (left + width) * scaleX + x]
  const [y0, y1] = [bottom * scaleY + y, (bottom + height) * scaleY + y]
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}

/** A clip may cut off the margins and no more. */
function clip(reading: Reading, path: Reading['path']): boolean {
  if (path === null || path === 'other') return false
  const { box } = reading.state
  const next: Box = [
    Math.max(box[0], path[0]),
    Math.max(box[1], path[1]),
    Math.min(box[2], path[2]),
    Math.min(box[3], path[3]),
  ]
  set(reading, { box: next })
  return next[2] - next[0] >= (box[2] - box[0]) / 2 && next[3] - next[1] >= (box[3] - box[1]) / 2
}

/** Null when something is turned or mirrored. */
function moved([scaleX, scaleY, x, y]: Plane, numbers: readonly number[]): Plane | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  if (b !== 0 || c !== 0 || a <= 0 || d <= 0) return null
  return [scaleX * a, scaleY * d, x + scaleX * e, y + scaleY * f]
}

function startLine(reading: Reading, x: number, y: number): true {
  const [scaleX, scaleY, left, base] = reading.line
  return putLine(reading, [scaleX, scaleY, left + x * scaleX, base + y * scaleY])
}

function putLine(reading: Reading, line: Plane): true {
  Object.assign(reading, { line, advance: 0 })
  return true
}

/** Text that is shown where it follows the text before. */
function show(reading: Reading, operands: readonly Token[]): boolean {
  const { state, line, last } = reading
  const { plane, box, size, width } = state
  const [x, y] = [line[2] * plane[0] + plane[2], line[3] * plane[1] + plane[3]]
  const height = size * line[1] * plane[1]
  const ratio = (line[0] * plane[0] * width) / (line[1] * plane[1])
  addText(reading, operands)
  reading.sizes.push(height)
  reading.last = [x, y]
  reading.advance += advanceOf(state, operands)
  reading.excess = Math.max(reading.excess, x + reading.advance * line[0] * plane[0] - box[2])
  const isInside = x >= box[0] - 2 && x < box[2] && y >= box[1] - height / 4 && y + height / 2 <= box[3]
  const follows = last === null || y < last[1] - height / 2 || (Math.abs(y - last[1]) <= height / 2 && x >= last[0])
  return isInside && follows && height > 0 && ratio >= 0.5 && ratio <= 2
}

function addText({ runs, state: { font } }: Reading, operands: readonly Token[]): void {
  const strings = operands.filter((operand) => operand instanceof PdfString)
  const text = strings.map(({ bytes }) => Buffer.from(bytes).toString('latin1').replace(/\s/g, '')).join('')
  const last = runs.at(-1)
  if (last?.font === font) last.text += text
  else runs.push({ font, text })
}

function advanceOf({ size, width, spacing }: State, operands: readonly Token[]): number {
  let advance = 0
  for (const operand of operands) {
    if (operand instanceof PdfString) advance += operand.bytes.length * (size * CHARACTER + spacing)
    else if (typeof operand === 'number') advance -= (operand / 1000) * size
  }
  return advance * width
}
