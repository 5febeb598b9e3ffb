/**
 * What a content stream paints, item by item, each with all that decides how it looks (ISO 32000-2 clauses 8.4, 8.5, 8.6
 * and 9).
 *
 * Codes of text are taken as they are, and its widths are estimated: simple fonts with standard encodings are what form
 * fields use. Forms within are items, which whoever asks may paint in turn.
 */
import {
  Keyword,
  Lexer,
  PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  type PdfStream,
  PdfString,
  type Token,
} from '@rubrica/pdf'
import { decodeIfPossible } from '../comparison.ts'
import { type Box, boxOf, isUpright, meet, multiply, type Matrix, toMatrix, UNIT } from './geometry.ts'
import { type Canvas, FIRST_STATE, type GraphicsState, type Item, type Segment } from './items.ts'

const LONGEST_CONTENT = 1024 * 1024
const MOST_ITEMS = 100_000
/** Of a digit in most fonts, in shares of the size. */
const CHARACTER = 0.55

interface Painter {
  readonly document: PdfDocument
  readonly resources: PdfDict
  readonly items: Item[]
  state: GraphicsState
  readonly saved: GraphicsState[]
  path: Segment[]
  isClip: boolean
  line: Matrix
  /** How far the line is written, in units of the text. */
  advance: number
  isOptional: boolean
  isOdd: boolean
}

export interface Start {
  /** What the stream draws from when it has no resources of its own. */
  readonly resources?: PdfDict
  readonly state?: GraphicsState
}

/** Null for what cannot be read, or is too long. */
export function paint(document: PdfDocument, stream: PdfStream, start: Start = {}): Canvas | null {
  const content = decodeIfPossible(document, stream)
  if (content === null || content.length > LONGEST_CONTENT) return null
  const resources = document.resolveDict(stream.dict.get('Resources')) ?? start.resources ?? new PdfDict()
  const box = boxOf(document, stream.dict.get('BBox'))
  const painter: Painter = {
    ...{ document, resources, items: [], state: { ...(start.state ?? FIRST_STATE), clip: box ?? 'other' }, saved: [] },
    ...{ path: [], isClip: false, line: UNIT, advance: 0, isOptional: false, isOdd: false },
  }
  readContent(painter, content)
  const { items, isOptional, isOdd } = painter
  return items.length > MOST_ITEMS ? null : { box, items, isOptional, isOdd }
}

function readContent(painter: Painter, content: Uint8Array): void {
  const lexer = new Lexer(content)
  let operands: Token[] = []
  for (let token = lexer.next(); !(token instanceof Keyword && token.text === ''); token = lexer.next()) {
    if (!(token instanceof Keyword)) operands.push(token)
    else if (!BRACKETS.has(token.text)) {
      operate(painter, token.text, operands)
      if (painter.items.length > MOST_ITEMS) return
      operands = []
    }
  }
}

const BRACKETS = new Set(['<<', '>>', '[', ']'])

/** Numbers that an operator takes. Readers disagree on which ones count where there are more. */
const NUMBERS: Readonly<Record<string, number | undefined>> = {
  ...{ cm: 6, re: 4, Tm: 6, Td: 2, TD: 2, 'T*': 0, TL: 1, Tf: 1, Tz: 1, Tc: 1, Tw: 1, Ts: 1, Tj: 0, "'": 0, '"': 2 },
}

function operate(painter: Painter, operator: string, operands: readonly Token[]): void {
  const numbers = operands.filter((operand) => typeof operand === 'number')
  const [all, few] = [operands.length, NUMBERS[operator]]
  const others = operator === 'Tf' || SHOWING.has(operator) ? 1 : 0
  const isNamed = operator !== 'Tf' || operands[0] instanceof PdfName
  if (few !== undefined && (numbers.length !== few || all !== few + others || !isNamed)) painter.isOdd = true
  if (PATHS.has(operator)) return void painter.path.push({ operator, points: pointsOf(painter, operator, numbers) })
  if (PAINTING.has(operator)) return endPath(painter, operator)
  OPERATIONS[operator]?.(painter, numbers, operands)
}

const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
const PATHS = new Set(['c', 'h', 'l', 'm', 're', 'v', 'y'])
const PAINTING = new Set(['B', 'B*', 'F', 'S', 'b', 'b*', 'f', 'f*', 'n', 's'])

type Operation = (painter: Painter, numbers: readonly number[], operands: readonly Token[]) => void

const set = (painter: Painter, changes: Partial<GraphicsState>): void => {
  painter.state = { ...painter.state, ...changes }
}
/** An operator without its operand is passed over, as readers do. */
const setNumber =
  (key: 'leading' | 'spacing' | 'wordSpacing' | 'rise' | 'mode' | 'lineWidth'): Operation =>
  (painter, numbers) =>
    set(painter, { [key]: numbers.at(-1) ?? painter.state[key] })

const colourBy =
  (key: 'fill' | 'stroke', operator: string): Operation =>
  (painter, numbers, operands) => {
    const last = operands.at(-1)
    const name = last instanceof PdfName ? last.value : null
    const isOfSpace = operator === 'sc'
    if (operator === 'cs') return set(painter, { [key]: { operator, numbers: [], pattern: null, space: name } })
    const space = isOfSpace ? painter.state[key].space : null
    set(painter, { [key]: { operator, numbers: numbers.slice(-(COUNTS[operator] ?? 4)), pattern: name, space } })
  }
/** Numbers that count: the last ones, where there are more. */
const COUNTS: Readonly<Record<string, number>> = { g: 1, k: 4, rg: 3, sc: 4 }

const OPERATIONS: Readonly<Record<string, Operation | undefined>> = {
  q: (painter) => void painter.saved.push(painter.state),
  Q: (painter) => {
    painter.state = painter.saved.pop() ?? painter.state
  },
  cm: (painter, numbers) => set(painter, { matrix: multiply(toMatrix(numbers), painter.state.matrix) }),
  gs: (painter, _, operands) => followState(painter, operands.at(-1)),
  w: setNumber('lineWidth'),
  ...{ g: colourBy('fill', 'g'), rg: colourBy('fill', 'rg'), k: colourBy('fill', 'k'), cs: colourBy('fill', 'cs') },
  ...{
    G: colourBy('stroke', 'g'),
    RG: colourBy('stroke', 'rg'),
    K: colourBy('stroke', 'k'),
    CS: colourBy('stroke', 'cs'),
  },
  ...{
    sc: colourBy('fill', 'sc'),
    scn: colourBy('fill', 'sc'),
    SC: colourBy('stroke', 'sc'),
    SCN: colourBy('stroke', 'sc'),
  },
  W: (painter) => void (painter.isClip = true),
  'W*': (painter) => void (painter.isClip = true),
  BT: (painter) => putLine(painter, UNIT),
  Tm: (painter, numbers) => putLine(painter, toMatrix(numbers)),
  Td: startLine,
  TD: (painter, numbers) => {
    set(painter, { leading: -(numbers[1] ?? 0) })
    startLine(painter, numbers)
  },
  'T*': nextLine,
  TL: setNumber('leading'),
  Tf: (painter, numbers, [font]) => {
    set(painter, { font: font instanceof PdfName ? font.value : '', size: numbers.at(-1) ?? painter.state.size })
  },
  Tz: (painter, numbers) => set(painter, { stretch: (numbers.at(-1) ?? 100) / 100 }),
  ...{ Tc: setNumber('spacing'), Tw: setNumber('wordSpacing'), Ts: setNumber('rise'), Tr: setNumber('mode') },
  Tj: show,
  TJ: show,
  "'": (painter, numbers, operands) => {
    nextLine(painter)
    show(painter, numbers, operands)
  },
  '"': (painter, [wordSpacing = 0, spacing = 0], operands) => {
    set(painter, { wordSpacing, spacing })
    nextLine(painter)
    show(painter, [], operands.slice(2))
  },
  Do: (painter, _, operands) => {
    const name = operands.findLast((operand) => operand instanceof PdfName)?.value ?? ''
    addPicture(painter, name, entryOf(painter, 'XObject', name))
  },
  BI: (painter) => addPicture(painter, null, null),
  sh: (painter) => addPicture(painter, null, null),
  BDC: (painter, _, operands) => {
    painter.isOptional ||= operands.some((operand) => operand instanceof PdfName && operand.value === 'OC')
  },
}

function entryOf({ document, resources }: Painter, category: string, name: string): PdfObject {
  return document.resolve(document.resolveDict(resources.get(category))?.get(name))
}

function followState(painter: Painter, operand: Token | undefined): void {
  const name = operand instanceof PdfName ? operand.value : ''
  const { document, state } = painter
  const named = `${state.named}/${name}`
  const entries = entryOf(painter, 'ExtGState', name)
  if (!(entries instanceof PdfDict)) return set(painter, { named, blend: 'Normal' })
  const [width, mode] = [document.resolve(entries.get('LW')), document.resolve(entries.get('BM'))]
  // A state that says nothing of blending leaves it as it is.
  const blend = mode === null ? state.blend : mode instanceof PdfName ? mode.value : 'Normal'
  set(painter, { named, blend, lineWidth: typeof width === 'number' ? width : state.lineWidth })
}

function addPicture({ items, state }: Painter, name: string | null, value: PdfObject): void {
  items.push({ kind: 'picture', state, name, value })
}

function pointsOf({ state: { matrix } }: Painter, operator: string, numbers: readonly number[]): readonly number[] {
  const [x = 0, y = 0, width = 0, height = 0] = numbers
  const points = operator === 're' ? [x, y, x + width, y, x + width, y + height, x, y + height] : numbers
  return points.flatMap((_, at) => {
    if (at % 2 === 1) return []
    const [, , , , e, f] = multiply([1, 0, 0, 1, points[at] ?? 0, points[at + 1] ?? 0], matrix)
    return [e, f]
  })
}

function endPath(painter: Painter, operator: string): void {
  const { path: segments, isClip, state, items } = painter
  if (operator !== 'n' && segments.length > 0) items.push({ kind: 'path', state, operator, segments })
  if (isClip) {
    const cuts = `${state.cuts} ${segments.map(({ operator: how, points }) => `${points.join(' ')} ${how}`).join(' ')} W`
    set(painter, { clip: meet(state.clip, rectangleOf(segments, state.matrix)), cuts })
  }
  Object.assign(painter, { path: [], isClip: false })
}

function rectangleOf(segments: readonly Segment[], matrix: Matrix): Box | 'other' {
  const [first, ...more] = segments
  if (first?.operator !== 're' || more.length > 0 || !isUpright(matrix)) return 'other'
  const [x0 = 0, y0 = 0, , , x1 = 0, y1 = 0] = first.points
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}

function putLine(painter: Painter, line: Matrix): void {
  Object.assign(painter, { line, advance: 0 })
}

function startLine(painter: Painter, [x = 0, y = 0]: readonly number[]): void {
  putLine(painter, multiply([1, 0, 0, 1, x, y], painter.line))
}

function nextLine(painter: Painter): void {
  startLine(painter, [0, -painter.state.leading])
}

/** Numbers between the strings of TJ move what follows. */
function show(painter: Painter, _: readonly number[], operands: readonly Token[]): void {
  const { state, line, items } = painter
  const strings = operands.filter((operand) => operand instanceof PdfString)
  const text = strings.map(({ bytes }) => Buffer.from(bytes).toString('latin1').replace(/\s/g, '')).join('')
  const kerns = operands.filter((operand) => typeof operand === 'number')
  const place = multiply(multiply([1, 0, 0, 1, 0, state.rise], line), state.matrix)
  for (const operand of operands) {
    if (operand instanceof PdfString)
      painter.advance += operand.bytes.length * (state.size * CHARACTER + state.spacing) * state.stretch
    else if (typeof operand === 'number') painter.advance -= (operand / 1000) * state.size * state.stretch
  }
  const [, , , , end] = multiply(multiply([1, 0, 0, 1, painter.advance, 0], line), state.matrix)
  const kerning = kerns.reduce((widest, kern) => Math.max(widest, Math.abs(kern)), 0)
  if (text !== '') items.push({ kind: 'text', state, text, place, end, kerning })
}
