/**
 * Whether a form XObject paints what nothing shines through (ISO 32000-2 clauses 8.10, 11.3.5 and 11.4).
 *
 * Writers lay a colour on text by multiplying, often in forms within forms. What multiplies inside an isolated group
 * does so with nothing, and what a group paints is blended as a whole with what is below it.
 */
import {
  isArray,
  isName,
  Keyword,
  Lexer,
  PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  PdfStream,
  PdfString,
} from '@rubrica/pdf'
import { decodeIfPossible } from '../decode-if-possible.ts'

const LONGEST_CONTENT = 1024 * 1024
/** Forms that are painted in all, one within the other or in turn. */
const MOST_FORMS = 32
const SHOWING = new Set(['Tj', 'TJ', "'", '"'])
const FILLING = new Set(['B', 'B*', 'F', 'b', 'b*', 'f', 'f*'])
const STROKING = new Set(['B', 'B*', 'S', 'b', 'b*', 's'])
const PICTURES = new Set(['BI', 'sh'])
/** Wider lines, in points, can hide what is below. */
export const WIDEST_LINE = 12
/** Whatever shines through darker colours is dark, in shares of full light. */
const DARKEST = 0.4

/** From here on a colour is as good as white, in shares of full light. */
const LIGHTEST = 0.9
/** Thinner lines, in points, hide nothing, whatever their colour. */
const THIN_LINE = 1

/** Whether what is filled is dark and lines are white, and how wide those are, in units of the form. */
interface Pen {
  readonly isDark: boolean
  readonly isWhite: boolean
  /** Whether numbers of the chosen space of colours say how light they are. */
  readonly isTold: boolean
  readonly width: number
  readonly scale: number
}

const FIRST_PEN: Pen = { isDark: true, isWhite: false, isTold: true, width: 1, scale: 1 }

interface Painting {
  readonly document: PdfDocument
  readonly resources: PdfDict
  /** How a group around it is blended, which nothing inside can change; null without one. */
  readonly fixed: boolean | null
  /** What is left of the bound, for all forms together. */
  readonly budget: { forms: number }
  /** Whether what is painted now multiplies or darkens. */
  shines: boolean
  pen: Pen
  /** What Q brings back. */
  readonly saved: (readonly [shines: boolean, pen: Pen])[]
}

type Operand = string | PdfString | null

/**
 * Whether it paints text, pictures or fillings over what is below, or erases it.
 * @param scale how much larger the form is shown than its units
 */
export function paintsOpaquely(document: PdfDocument, form: PdfStream, scale = 1): boolean {
  const pen = { ...FIRST_PEN, scale }
  const resources = document.resolveDict(form.dict.get('Resources')) ?? new PdfDict()
  const budget = { forms: MOST_FORMS }
  return paintsForm({ document, resources, fixed: null, budget, shines: false, pen, saved: [] }, form)
}

function paintsForm(around: Painting, form: PdfStream): boolean {
  const { document, budget } = around
  const content = --budget.forms < 0 ? null : decodeIfPossible(document, form)
  if (content === null || content.length > LONGEST_CONTENT) return true
  const painting = enterForm(around, form)
  // Colours can be given another meaning by the resources.
  if (DEFAULT_SPACES.some((name) => entryOf(painting, 'ColorSpace', name) !== null)) return true
  const lexer = new Lexer(content)
  let last: Operand = null
  let hasText = false
  let numbers: number[] = []
  for (let token = lexer.next(); !isEnd(token); token = lexer.next()) {
    if (typeof token === 'number') numbers.push(token)
    else if (!(token instanceof Keyword)) {
      last = operandOf(token)
      hasText ||= last instanceof PdfString && last.bytes.some((byte) => byte > 0x20)
    } else if (!BRACKETS.has(token.text)) {
      if (paints(painting, token.text, { last, hasText, numbers })) return true
      numbers = []
      last = null
      hasText = false
    }
  }
  return false
}

function enterForm(around: Painting, form: PdfStream): Painting {
  const { document } = around
  const resources = document.resolveDict(form.dict.get('Resources')) ?? around.resources
  const pen = { ...around.pen, scale: around.pen.scale * matrixScaleOf(document, form) }
  return { ...around, resources, pen, fixed: fixedIn(around, form), saved: [] }
}

const DEFAULT_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

/** How much larger a form is than its units by its own matrix (clause 8.10.1). */
export function matrixScaleOf(document: PdfDocument, form: PdfStream): number {
  const matrix = document.resolve(form.dict.get('Matrix'))
  const numbers = (isArray(matrix) ? matrix : []).map((number) => document.resolve(number))
  return scaleOf(numbers.filter((number) => typeof number === 'number'))
}

const BRACKETS = new Set(['<<', '>>', '[', ']'])

const isEnd = (token: unknown): boolean => token instanceof Keyword && token.text === ''

function operandOf(token: unknown): Operand {
  if (token instanceof PdfString) return token
  return token instanceof PdfName ? token.value : null
}

/** A group is blended as one; without one, what is around goes on. */
function fixedIn({ document, fixed, shines }: Painting, form: PdfStream): boolean | null {
  const group = document.resolveDict(form.dict.get('Group'))
  if (fixed !== null || group === null) return fixed
  if (shines) return true
  return document.resolve(group.get('I')) === true ? false : null
}

interface Operands {
  readonly last: Operand
  readonly hasText: boolean
  readonly numbers: readonly number[]
}

function paints(painting: Painting, operator: string, { last, hasText, numbers }: Operands): boolean {
  if (SHOWING.has(operator)) return hasText
  if (PICTURES.has(operator)) return true
  // A pattern paints whatever it wants.
  if (operator === 'SCN' && typeof last === 'string') return true
  const { pen } = painting
  if (STROKING.has(operator) && hidesByLines(painting)) return true
  if (FILLING.has(operator)) return pen.isDark || !(painting.fixed ?? painting.shines)
  if (operator === 'Do') return paintsObject(painting, last)
  follow(painting, operator, { last, numbers })
  return false
}

/** What sets how later operators paint. */
function follow(painting: Painting, operator: string, { last, numbers }: Omit<Operands, 'hasText'>): void {
  const { pen } = painting
  if (operator === 'gs') followState(painting, last)
  else if (operator === 'cs') painting.pen = { ...pen, isDark: true, isTold: isToldBy(painting, last) }
  else if (operator === 'q') painting.saved.push([painting.shines, pen])
  else if (operator === 'Q') restore(painting)
  else painting.pen = penAfter(pen, operator, numbers)
}

function hidesByLines({ pen, fixed, shines }: Painting): boolean {
  const width = pen.width * pen.scale
  return width > WIDEST_LINE || (pen.isWhite && width > THIN_LINE && !(fixed ?? shines))
}

/** The numbers of inks, indices and patterns do not show how dark they are. */
function isToldBy(painting: Painting, name: Operand): boolean {
  const { document } = painting
  const space = entryOf(painting, 'ColorSpace', name)
  const family = document.resolve(isArray(space) ? space[0] : space)
  return family === null || (family instanceof PdfName && NUMERIC.has(family.value))
}

const NUMERIC = new Set(['CalGray', 'CalRGB', 'DeviceCMYK', 'DeviceGray', 'DeviceRGB', 'ICCBased'])

function followState(painting: Painting, name: Operand): void {
  const { document, pen } = painting
  painting.shines = shinesAfter(painting, name)
  const state = entryOf(painting, 'ExtGState', name)
  const width = state instanceof PdfDict ? document.resolve(state.get('LW')) : null
  if (typeof width === 'number') painting.pen = { ...pen, width }
}

function restore(painting: Painting): void {
  const [shines, pen] = painting.saved.pop() ?? [painting.shines, painting.pen]
  painting.shines = shines
  painting.pen = pen
}

/** An operator without its operands is passed over, as readers do. */
function penAfter(pen: Pen, operator: string, numbers: readonly number[]): Pen {
  if (operator === 'w') return { ...pen, width: numbers.at(-1) ?? pen.width }
  if (operator === 'cm') return { ...pen, scale: pen.scale * scaleOf(numbers) }
  if (operator === 'CS') return { ...pen, isWhite: false }
  const count = COLOURING[operator.toLowerCase()]
  if (count === undefined) return pen
  const colour = numbers.slice(-count)
  if (operator in COLOURING) return { ...pen, isDark: (SPACED.has(operator) && !pen.isTold) || isDark(colour) }
  return { ...pen, isWhite: isWhite(colour) }
}

/** Numbers that count: the last ones, where there are more. */
const COLOURING: Readonly<Record<string, number | undefined>> = { g: 1, k: 4, rg: 3, sc: 4, scn: 4 }

const SPACED = new Set(['sc', 'scn'])

function scaleOf(numbers: readonly number[]): number {
  return numbers.length < 6 ? 1 : Math.max(...numbers.slice(-6, -2).map(Math.abs))
}

/** A pattern has no numbers, and may be dark. */
export function isDark(colour: readonly number[]): boolean {
  return lightIn(colour).every((light) => light < DARKEST)
}

export function isWhite(colour: readonly number[]): boolean {
  const light = lightIn(colour)
  return light.length > 0 && light.every((share) => share > LIGHTEST)
}

/** Grey, or red, green and blue; four inks let through what neither they nor black takes away. */
function lightIn(colour: readonly number[]): readonly number[] {
  if (colour.length !== 4) return colour
  const black = colour[3] as number
  return colour.slice(0, 3).map((ink) => (1 - ink) * (1 - black))
}

function paintsObject(painting: Painting, name: Operand): boolean {
  const object = entryOf(painting, 'XObject', name)
  const isForm = object instanceof PdfStream && isName(painting.document.resolve(object.dict.get('Subtype')), 'Form')
  return !isForm || paintsForm(painting, object)
}

/** A state that says nothing of blending leaves it as it is. */
function shinesAfter(painting: Painting, name: Operand): boolean {
  const state = entryOf(painting, 'ExtGState', name)
  if (!(state instanceof PdfDict)) return false
  const mode = painting.document.resolve(state.get('BM'))
  return mode === null ? painting.shines : isName(mode, 'Multiply') || isName(mode, 'Darken')
}

function entryOf(
  { document, resources }: Pick<Painting, 'document' | 'resources'>,
  category: string,
  name: Operand,
): PdfObject {
  return typeof name === 'string' ? document.resolve(document.resolveDict(resources.get(category))?.get(name)) : null
}
