/**
 * Where an appearance stream puts its text, and in which fonts (ISO 32000-2 clauses 8.4.2, 8.5.4, 9.3 and 9.4).
 *
 * Difficulty: high. Writers space the same text otherwise, which says the same as long as it is read upright, in order, in
 * a similar size and inside its box. Anything else is not understood.
 */
import { isArray, type PdfObject, PdfName, type PdfStream } from '../../objects/pdf-objects.ts'
import { Keyword, Lexer, type Token } from '../../reader/lexer.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import { decodeIfPossible } from '../decode-if-possible.ts'

/** Scale and offset; nothing is turned or mirrored. */
type Plane = readonly [scaleX: number, scaleY: number, x: number, y: number]
type Box = readonly [left: number, bottom: number, right: number, top: number]

export interface TextPlaces {
  /** Names of fonts in the order of their use, without repetitions. */
  readonly fonts: readonly string[]
  readonly smallest: number
  readonly largest: number
}

interface Reading {
  plane: Plane
  box: Box
  path: Box | 'other' | null
  isClip: boolean
  readonly saved: (readonly [Plane, Box])[]
  text: Plane
  line: Plane
  leading: number
  width: number
  font: string
  size: number
  readonly fonts: string[]
  readonly sizes: number[]
  last: readonly [x: number, y: number] | null
}

const UNIT: Plane = [1, 1, 0, 0]
/** Kerning, in thousandths of the size, and spacing in points. */
const WIDEST = { kerning: 1_000, spacing: 5 }
const CURVES = new Set(['c', 'h', 'l', 'm', 'v', 'y'])
const PAINTING = new Set(['B', 'B*', 'F', 'S', 'b', 'b*', 'f', 'f*', 'n', 's'])

/** Null when it cannot be told that the text is read as it is written. */
export function readTextPlaces(document: PdfDocument, stream: PdfStream): TextPlaces | null {
  const box = boxOf(document, stream.dict.get('BBox'))
  const content = decodeIfPossible(document, stream)
  if (box === null || content === null) return null
  const reading: Reading = {
    ...{ plane: UNIT, box, path: null, isClip: false, saved: [], text: UNIT, line: UNIT, leading: 0, width: 1 },
    ...{ font: '', size: 0, fonts: [], sizes: [], last: null },
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
  const { fonts, sizes } = reading
  const [smallest, largest] = sizes.reduce(([low, high], size) => [Math.min(low, size), Math.max(high, size)], [
    Infinity,
    0,
  ] as [number, number])
  return { fonts, smallest, largest }
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

/** Whether the operator is understood. */
function follow(reading: Reading, operator: string, operands: readonly Token[]): boolean {
  const numbers = operands.filter((operand) => typeof operand === 'number')
  return OPERATIONS[operator]?.(reading, numbers, operands) ?? followPath(reading, operator, numbers)
}

const isNarrow: Operation = (_, numbers) => numbers.every((number) => Math.abs(number) <= WIDEST.spacing)
const nextLine = (reading: Reading): boolean => startLine(reading, 0, -reading.leading)

const OPERATIONS: Readonly<Record<string, Operation | undefined>> = {
  q: (reading) => reading.saved.push([reading.plane, reading.box]) > 0,
  Q: (reading) => {
    const [plane, box] = reading.saved.pop() ?? [reading.plane, reading.box]
    Object.assign(reading, { plane, box })
    return true
  },
  cm: (reading, numbers) => move(reading, 'plane', numbers),
  BT: (reading) => {
    Object.assign(reading, { text: UNIT, line: UNIT, last: null })
    return true
  },
  Tm: (reading, numbers) => {
    reading.line = UNIT
    return move(reading, 'line', numbers) && startLine(reading, 0, 0)
  },
  Td: (reading, [x = 0, y = 0]) => startLine(reading, x, y),
  TD: (reading, [x = 0, y = 0]) => {
    reading.leading = -y
    return startLine(reading, x, y)
  },
  'T*': nextLine,
  TL: (reading, [leading = 0]) => {
    reading.leading = leading
    return true
  },
  Tf: (reading, _, operands) => chooseFont(reading, operands),
  Tz: (reading, [percent = 0]) => {
    reading.width = percent / 100
    return true
  },
  Tc: isNarrow,
  Tw: isNarrow,
  Ts: (_, [rise]) => rise === 0,
  Tj: (reading) => show(reading),
  TJ: (reading, numbers) => numbers.every((number) => Math.abs(number) <= WIDEST.kerning) && show(reading),
  "'": (reading) => nextLine(reading) && show(reading),
  '"': (reading, numbers, operands) => isNarrow(reading, numbers, operands) && nextLine(reading) && show(reading),
}

function followPath(reading: Reading, operator: string, numbers: readonly number[]): boolean {
  if (operator === 're') reading.path = reading.path === null ? rectangle(reading.plane, numbers) : 'other'
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
  const { box } = reading
  const next: Box = [
    Math.max(box[0], path[0]),
    Math.max(box[1], path[1]),
    Math.min(box[2], path[2]),
    Math.min(box[3], path[3]),
  ]
  reading.box = next
  return next[2] - next[0] >= (box[2] - box[0]) / 2 && next[3] - next[1] >= (box[3] - box[1]) / 2
}

function move(reading: Reading, key: 'plane' | 'line', numbers: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  if (numbers.length !== 6 || b !== 0 || c !== 0 || a <= 0 || d <= 0) return false
  const [scaleX, scaleY, x, y] = reading[key]
  reading[key] = [scaleX * a, scaleY * d, x + scaleX * e, y + scaleY * f]
  return true
}

function startLine(reading: Reading, x: number, y: number): boolean {
  const [scaleX, scaleY, left, base] = reading.line
  reading.line = [scaleX, scaleY, left + x * scaleX, base + y * scaleY]
  reading.text = reading.line
  return true
}

function chooseFont(reading: Reading, operands: readonly Token[]): boolean {
  const [font, size] = operands
  if (!(font instanceof PdfName) || typeof size !== 'number') return false
  Object.assign(reading, { font: font.value, size })
  return true
}

/** Text that is shown where it follows the text before. */
function show(reading: Reading): boolean {
  const { plane, text, size, width, font, fonts, box, last } = reading
  const [x, y] = [text[2] * plane[0] + plane[2], text[3] * plane[1] + plane[3]]
  const height = size * text[1] * plane[1]
  const ratio = (text[0] * plane[0] * width) / (text[1] * plane[1])
  if (fonts.at(-1) !== font) fonts.push(font)
  reading.sizes.push(height)
  reading.last = [x, y]
  const isInside = x >= box[0] - 2 && x < box[2] && y >= box[1] - height && y < box[3]
  const follows = last === null || y < last[1] - height / 2 || (Math.abs(y - last[1]) <= height / 2 && x >= last[0])
  return isInside && follows && height > 0 && ratio >= 0.5 && ratio <= 2
}
