/**
 * Whether two appearances show the same (ISO 32000-2 clause 12.5.5).
 *
 * Readers write appearances anew without changing what is shown: another font name, other spacing. So text is compared
 * as it is painted, by the same fonts and in the same box, and everything else item by item.
 */
import { PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { Comparison } from '../comparison.ts'
import { decodeIfPossible } from '../comparison.ts'
import { plainFontName } from '../judges/plain-font.ts'
import { allKeys, saysTheSame } from '../same-value.ts'
import { describe, wordsOf } from './appearance.ts'
import type { Canvas, Colour, Item, PathItem } from './items.ts'
import { paint } from './paint.ts'
import { layOut, type TextRun } from './text-layout.ts'

/** How much further than before text may reach beyond its box, in shares of its size. */
const TOLERANCE = 0.1
/** States within states: an appearance has one level of them. */
const DEEPEST = 2

type Pair = readonly [PdfObject | undefined, PdfObject | undefined]
type Streams = readonly [old: PdfStream, now: PdfStream]

/** `pair`: the values of /AP before and now. */
export function isSameAppearance(comparison: Comparison, pair: Pair, depth = 0): boolean {
  const old = comparison.before.resolve(pair[0])
  const now = comparison.after.resolve(pair[1])
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict) || depth > DEEPEST) return isSamePicture(comparison, pair)
  // Each stream is looked at: one that was written anew in its place has the same number as before.
  return allKeys(old, now).every((key) => isSameAppearance(comparison, [old.get(key), now.get(key)], depth + 1))
}

function isSamePicture(comparison: Comparison, pair: Pair): boolean {
  if (saysTheSame(comparison, ...pair)) return true
  const old = comparison.before.resolve(pair[0])
  const now = comparison.after.resolve(pair[1])
  if (!(old instanceof PdfStream) || !(now instanceof PdfStream) || !isSameFrame(comparison, [old, now])) return false
  return isStoredAnew(comparison, [old, now]) || isPaintedAlike(comparison, [old, now])
}

/** What says how a stream is stored, and with what it paints. */
const OF_STREAM = new Set(['DecodeParms', 'Filter', 'FormType', 'Length', 'Resources', 'Type'])

function isSameFrame(comparison: Comparison, [old, now]: Streams): boolean {
  return allKeys(old.dict, now.dict).every(
    (key) => OF_STREAM.has(key) || saysTheSame(comparison, old.dict.get(key), now.dict.get(key)),
  )
}

const hasSameResources = (comparison: Comparison, [old, now]: Streams): boolean =>
  saysTheSame(comparison, old.dict.get('Resources'), now.dict.get('Resources'))

/** The same content, by other filters. */
function isStoredAnew(comparison: Comparison, [old, now]: Streams): boolean {
  const content = decodeIfPossible(comparison.before, old)
  const contentNow = decodeIfPossible(comparison.after, now)
  if (content === null || contentNow === null || Buffer.compare(content, contentNow) !== 0) return false
  return hasSameResources(comparison, [old, now])
}

function isPaintedAlike(comparison: Comparison, [old, now]: Streams): boolean {
  const canvas = paint(comparison.before, old)
  const canvasNow = paint(comparison.after, now)
  const words = wordsOf(canvas)
  // Pictures cannot be compared by their words.
  if (canvas === null || canvasNow === null || words === null || words !== wordsOf(canvasNow)) return false
  const look = lookOf(canvas)
  if (look === null || look !== lookOf(canvasNow)) return false
  if (canvas.items.some(drawsFromResources) && !hasSameResources(comparison, [old, now])) return false
  return words === '' || isSameText(comparison, [old, now], [canvas, canvasNow])
}

/** Named states, colour spaces and patterns. */
function drawsFromResources({ state: { named, fill, stroke } }: Item): boolean {
  return named !== '' || [fill, stroke].some(({ space, pattern }) => space !== null || pattern !== null)
}

/** Each item in a form to be compared, whatever the fonts and places of its text. */
export const lookOf = (canvas: Canvas): string | null => describe(canvas, headOf)

function headOf(item: Item): string {
  const { named, fill, stroke, mode } = item.state
  if (item.kind === 'text') return `T ${mode} ${named} ${colourKey(fill)} ${mode === 0 ? '' : colourKey(stroke)}`
  if (item.kind === 'picture') return 'P'
  const { operator, segments, state } = item
  const points = segments.map((segment) => `${segment.points.map(rounded).join(' ')} ${segment.operator}`).join(' ')
  const line = /^[bBsS]/.test(operator) ? `${colourKey(stroke)} ${state.lineWidth} ${rounded(state.matrix[0])}` : ''
  return `${operator} ${named} ${colourKey(fill)} ${line} ${points} ${cutOf(item)}`
}

/** What cuts off some of the path, or could. */
function cutOf({ state: { clip, cuts }, segments }: PathItem): string {
  const isInside = (point: number, at: number): boolean =>
    clip !== 'other' && point >= (clip[at % 2] as number) && point <= (clip[(at % 2) + 2] as number)
  return segments.flatMap(({ points }) => points).every(isInside) ? '' : cuts
}

const rounded = (value: number): string => String(Number(value.toFixed(3)))

/** Black is what painting starts with, in whatever numbers. */
function colourKey({ operator, numbers, pattern, space }: Colour): string {
  const key = `${operator} ${numbers.map(rounded).join(' ')}`
  return BLACK.has(key) ? '' : `${key} ${pattern ?? ''} ${space ?? ''}`
}
const BLACK = new Set(['g 0', 'rg 0 0 0', 'k 0 0 0 1'])

/** The same fonts, in places where the text is read as it was. */
function isSameText(
  comparison: Comparison,
  [old, now]: Streams,
  [canvas, canvasNow]: readonly [Canvas, Canvas],
): boolean {
  const { before, after } = comparison
  const [layout, layoutNow] = [layOut(canvas), layOut(canvasNow)]
  if (layout === null || layoutNow === null || layout.runs.length !== layoutNow.runs.length) return false
  if (layoutNow.smallest < layout.smallest / 2 || layoutNow.largest > layout.largest * 2) return false
  // A digit that is cut off makes another number.
  if (layoutNow.excess > layout.excess + layoutNow.smallest * TOLERANCE) return false
  return layout.runs.every((run, index) => {
    const runNow = layoutNow.runs[index] as TextRun
    const fonts = [fontNamed(before, old, run.font), fontNamed(after, now, runNow.font)] as const
    if (run.text !== runNow.text) return false
    return fonts.every((font) => font === null) ? run.font === runNow.font : isSameFont(comparison, fonts)
  })
}

function isSameFont(comparison: Comparison, [old, now]: readonly [PdfObject, PdfObject]): boolean {
  const plain = plainFontName(comparison.before, old)
  if (plain !== null && plain === plainFontName(comparison.after, now)) return true
  return saysTheSame(comparison, old, now)
}

/** From the stream's own resources, else from the form's. */
function fontNamed(document: PdfDocument, stream: PdfStream, name: string): PdfObject {
  const form = document.resolveDict(document.catalog.dict.get('AcroForm'))
  for (const place of [stream.dict.get('Resources'), form?.get('DR')]) {
    const font = document.resolveDict(document.resolveDict(place)?.get('Font'))?.get(name)
    if (font !== undefined) return font
  }
  return null
}
