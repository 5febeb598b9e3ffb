/**
 * Whether two appearances show the same (ISO 32000-2 clause 12.5.5).
 *
 * Difficulty: high. Readers write appearances anew without changing what is shown: another font name, other spacing. So
 * text is compared as it is painted, and everything else as it is written.
 */
import { PdfDict, type PdfObject, PdfStream } from '../../objects/pdf-objects.ts'
import type { Comparison } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { readPaintedText } from './painted-text.ts'

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
  const painted = readPaintedText(before, old)
  const paintedNow = readPaintedText(after, now)
  // Pictures cannot be compared by their text.
  return painted !== null && paintedNow !== null && painted.look === paintedNow.look
}
