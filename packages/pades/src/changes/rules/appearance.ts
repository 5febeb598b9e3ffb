/**
 * Whether two appearances show the same (ISO 32000-2 clause 12.5.5).
 *
 * Readers write appearances anew without changing what is shown: another font name, other spacing. So text is compared
 * as it is painted, by the same fonts and in the same box, and everything else as it is written.
 */
import { PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { Comparison } from '../comparison.ts'
import { decodeIfPossible } from '../decode-if-possible.ts'
import { saysTheSame } from '../same-value.ts'
import { readPaintedText } from './painted-text.ts'
import { plainFontName } from './plain-font.ts'
import { readTextPlaces, type TextRun } from './text-places.ts'

/** How much further than before text may reach beyond its box, in shares of its size. */
const TOLERANCE = 0.1

type Pair = readonly [PdfObject | undefined, PdfObject | undefined]

/** States within states: an appearance has one level of them. */
const DEEPEST = 2

/** `pair`: the values of /AP before and now. */
export function isSameAppearance(comparison: Comparison, pair: Pair, depth = 0): boolean {
  const old = comparison.before.resolve(pair[0])
  const now = comparison.after.resolve(pair[1])
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict) || depth > DEEPEST) return isSamePicture(comparison, pair)
  // Each stream is looked at: one that was written anew in its place has the same number as before.
  const keys = new Set([...old.entries.keys(), ...now.entries.keys()])
  return [...keys].every((key) => isSameAppearance(comparison, [old.get(key), now.get(key)], depth + 1))
}

function isSamePicture(comparison: Comparison, pair: Pair): boolean {
  if (saysTheSame(comparison, ...pair)) return true
  const { before, after } = comparison
  const old = before.resolve(pair[0])
  const now = after.resolve(pair[1])
  if (!(old instanceof PdfStream) || !(now instanceof PdfStream)) return false
  if (isStoredAnew(comparison, [old, now])) return true
  const painted = readPaintedText(before, old)
  const paintedNow = readPaintedText(after, now)
  // Pictures cannot be compared by their text.
  if (painted === null || paintedNow === null || painted.look !== paintedNow.look) return false
  const needsResources = NAMED.test(painted.look)
  if (!isSameFrame(comparison, [old, now]) || (needsResources && !isSameEntry(comparison, [old, now], 'Resources'))) {
    return false
  }
  return painted.text === '' || isSameText(comparison, old, now)
}

/** What says how a stream is stored, and with what it paints. */
const OF_STREAM = new Set(['DecodeParms', 'Filter', 'FormType', 'Length', 'Resources', 'Type'])
/** Graphics states, colour spaces and patterns by their names. */
const NAMED = /\/\S+ (gs|cs|scn|sc)\b/

type Streams = readonly [old: PdfStream, now: PdfStream]

/** The same content, by other filters. */
function isStoredAnew(comparison: Comparison, [old, now]: Streams): boolean {
  const content = decodeIfPossible(comparison.before, old)
  const contentNow = decodeIfPossible(comparison.after, now)
  if (content === null || contentNow === null || Buffer.compare(content, contentNow) !== 0) return false
  return isSameFrame(comparison, [old, now]) && isSameEntry(comparison, [old, now], 'Resources')
}

function isSameEntry(comparison: Comparison, [old, now]: Streams, key: string): boolean {
  return saysTheSame(comparison, old.dict.get(key), now.dict.get(key))
}

function isSameFrame(comparison: Comparison, [old, now]: Streams): boolean {
  const keys = new Set([...old.dict.entries.keys(), ...now.dict.entries.keys()])
  return [...keys].every((key) => OF_STREAM.has(key) || isSameEntry(comparison, [old, now], key))
}

/** The same fonts, in places where the text is read as it was. */
function isSameText(comparison: Comparison, old: PdfStream, now: PdfStream): boolean {
  const { before, after } = comparison
  const places = readTextPlaces(before, old)
  const placesNow = readTextPlaces(after, now)
  if (places === null || placesNow === null || places.runs.length !== placesNow.runs.length) return false
  if (placesNow.smallest < places.smallest / 2 || placesNow.largest > places.largest * 2) return false
  // A digit that is cut off makes another number.
  if (placesNow.excess > places.excess + placesNow.smallest * TOLERANCE) return false
  return places.runs.every((run, index) => {
    const runNow = placesNow.runs[index] as TextRun
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
