/**
 * Whether a form XObject paints what nothing shines through (ISO 32000-2 clauses 8.10, 11.3.5 and 11.4).
 *
 * Writers lay a colour on text by multiplying, often in forms within forms. What multiplies inside an isolated group
 * does so with nothing, and what a group paints is blended as a whole with what is below it.
 */
import { isArray, isName, PdfDict, type PdfDocument, PdfName, PdfStream } from '@rubrica/pdf'
import { type Matrix, multiply, numbersIn, scaleOf, toMatrix } from './geometry.ts'
import { type Colour, FIRST_STATE, type GraphicsState, type Item, type PathItem } from './items.ts'
import { paint } from './paint.ts'

/** Forms that are painted in all, one within the other or in turn. */
const MOST_FORMS = 32
const FILLING = new Set(['B', 'B*', 'F', 'b', 'b*', 'f', 'f*'])
const STROKING = new Set(['B', 'B*', 'S', 'b', 'b*', 's'])
/** Wider lines, in points, can hide what is below; thinner ones hide nothing, whatever their colour. */
export const WIDEST_LINE = 12
const THIN_LINE = 1
/** Whatever shines through darker colours is dark, and lighter ones are as good as white, in shares of full light. */
const DARKEST = 0.4
const LIGHTEST = 0.9
const DEFAULT_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']
/** Spaces whose numbers say how light they are. */
const NUMERIC = new Set(['CalGray', 'CalRGB', 'DeviceCMYK', 'DeviceGray', 'DeviceRGB', 'ICCBased'])

interface Layer {
  readonly document: PdfDocument
  readonly resources: PdfDict
  /** How a group around it is blended, which nothing inside can change; null without one. */
  readonly fixed: boolean | null
  readonly state: GraphicsState
  /** What is left of the bound, for all forms together. */
  readonly budget: { forms: number }
}

/**
 * Whether it paints text, pictures or fillings over what is below, or erases it.
 * @param scale how much larger the form is shown than its units
 */
export function paintsOpaquely(document: PdfDocument, form: PdfStream, scale = 1): boolean {
  const state = { ...FIRST_STATE, matrix: [scale, 0, 0, scale, 0, 0] as const }
  const resources = document.resolveDict(form.dict.get('Resources')) ?? new PdfDict()
  return hides({ document, resources, fixed: null, state, budget: { forms: MOST_FORMS } }, form)
}

function hides(around: Layer, form: PdfStream): boolean {
  const { document, budget } = around
  if (--budget.forms < 0) return true
  const resources = document.resolveDict(form.dict.get('Resources')) ?? around.resources
  const matrix = multiply(matrixOf(document, form), around.state.matrix)
  const state = { ...around.state, matrix }
  const canvas = paint(document, form, { resources, state })
  // Colours can be given another meaning by the resources.
  const spaces = document.resolveDict(resources.get('ColorSpace'))
  if (canvas === null || DEFAULT_SPACES.some((name) => document.resolve(spaces?.get(name)) !== null)) return true
  const layer = { ...around, resources, state, fixed: fixedIn(around, form) }
  return canvas.items.some((item) => hidesByItem(layer, item))
}

export function matrixOf(document: PdfDocument, form: PdfStream): Matrix {
  return toMatrix(numbersIn(document, form.dict.get('Matrix')))
}

/** A group is blended as one; without one, what is around goes on. */
function fixedIn({ document, fixed, state }: Layer, form: PdfStream): boolean | null {
  const group = document.resolveDict(form.dict.get('Group'))
  if (fixed !== null || group === null) return fixed
  if (shines(state)) return true
  return document.resolve(group.get('I')) === true ? false : null
}

const shines = ({ blend }: GraphicsState): boolean => blend === 'Multiply' || blend === 'Darken'

function hidesByItem(layer: Layer, item: Item): boolean {
  if (item.kind === 'text') return true
  if (item.kind === 'path') return hidesByPath(layer, item)
  const { value } = item
  const isForm = value instanceof PdfStream && isName(layer.document.resolve(value.dict.get('Subtype')), 'Form')
  return !isForm || hides({ ...layer, state: item.state }, value)
}

function hidesByPath(layer: Layer, { operator, state }: PathItem): boolean {
  const isBlended = layer.fixed ?? shines(state)
  if (STROKING.has(operator)) {
    const width = state.lineWidth * scaleOf(state.matrix)
    // A pattern paints whatever it wants.
    if (width > WIDEST_LINE || state.stroke.pattern !== null) return true
    if (isWhite(state.stroke.numbers) && width > THIN_LINE && !isBlended) return true
  }
  return FILLING.has(operator) && (!isBlended || !isToldLight(layer, state.fill))
}

/** The numbers of inks, indices and patterns do not show how dark they are. */
function isToldLight({ document, resources }: Layer, colour: Colour): boolean {
  const { space, operator, numbers, pattern } = colour
  if (pattern !== null || operator === 'cs') return false
  const value = space === null ? null : document.resolve(document.resolveDict(resources.get('ColorSpace'))?.get(space))
  const family = document.resolve(isArray(value) ? value[0] : value)
  const isTold = family === null || (family instanceof PdfName && NUMERIC.has(family.value))
  return isTold && !isDark(numbers)
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
export function lightIn(colour: readonly number[]): readonly number[] {
  if (colour.length !== 4) return colour
  const black = colour[3] as number
  return colour.slice(0, 3).map((ink) => (1 - ink) * (1 - black))
}
