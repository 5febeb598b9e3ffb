/**
 * Whether two appearances show the same (ISO 32000-2 clause 12.5.5).
 *
 * Difficulty: high. Readers write appearances anew without changing what is shown: another font name, other spacing. So
 * text is compared as it is painted, and everything else as it is written.
 */
import { PdfDict, type PdfObject, PdfStream } from '../../objects/pdf-objects.ts'
import type { Comparison } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'
import { readShownText } from './shown-text.ts'

type Pair = readonly [PdfObject | undefined, PdfObject | undefined]

/** `pair`: the values of /AP before and now. */
export function isSameAppearance(comparison: Comparison, [old, now]: Pair): boolean {
  if (saysTheSame(comparison, old, now)) return true
  const former = normalOf(comparison.before.resolve(old))
  const latter = normalOf(comparison.after.resolve(now))
  return isSamePicture(comparison, [former, latter])
}

function normalOf(appearance: PdfObject): PdfObject | undefined {
  return appearance instanceof PdfDict ? appearance.get('N') : undefined
}

function isSamePicture(comparison: Comparison, [old, now]: Pair): boolean {
  const { before, after } = comparison
  const former = before.resolve(old)
  const latter = after.resolve(now)
  if (!(former instanceof PdfStream) || !(latter instanceof PdfStream)) return saysTheSame(comparison, old, now)
  const formerText = readShownText(before, former)
  const latterText = readShownText(after, latter)
  // Pictures cannot be compared by their text.
  return formerText !== null && latterText !== null && formerText === latterText
}
