/**
 * Where text stands, as far as it is certain that it is read as it is written (ISO 32000-2 clauses 8.5.4 and 9.4).
 *
 * Writers space the same text otherwise, which says the same as long as it is read upright, in order, in a similar size
 * and inside its box.
 */
import { type Box, isUpright } from './geometry.ts'
import type { Canvas, TextItem } from './items.ts'

/** What is written in one font, without white space. */
export interface TextRun {
  /** Name among the resources. */
  readonly font: string
  readonly text: string
}

export interface TextLayout {
  readonly runs: readonly TextRun[]
  readonly smallest: number
  readonly largest: number
  /** How far to the right text reaches beyond its box, as far as that is known without its font; at least 0. */
  readonly excess: number
}

/** Kerning in thousandths of the size, and spacing in points. */
const WIDEST = { kerning: 1_000, spacing: 5 }

export function layOut({ items, isOdd, box }: Canvas): TextLayout | null {
  if (box === null || isOdd) return null
  const texts = items.filter((item) => item.kind === 'text')
  const runs: { font: string; text: string }[] = []
  const layout = { runs, smallest: Infinity, largest: 0, excess: 0 }
  let last: TextItem | null = null
  for (const item of texts) {
    const { clip } = item.state
    if (clip === 'other' || !isPlain(item, clip) || !follows(item, last)) return null
    const run = runs.at(-1)
    if (run?.font === item.state.font) run.text += item.text
    else runs.push({ font: item.state.font, text: item.text })
    const height = heightOf(item)
    layout.smallest = Math.min(layout.smallest, height)
    layout.largest = Math.max(layout.largest, height)
    layout.excess = Math.max(layout.excess, item.end - clip[2])
    last = item
  }
  return layout
}

const heightOf = ({ state, place }: TextItem): number => state.size * place[3]

function isPlain(item: TextItem, clip: Box): boolean {
  const { state, place, kerning } = item
  const [width, , , height, x, y] = place
  const ratio = (width * state.stretch) / height
  const isNarrow = Math.max(Math.abs(state.spacing), Math.abs(state.wordSpacing)) <= WIDEST.spacing
  if (!isUpright(place) || !isNarrow || state.rise !== 0 || kerning > WIDEST.kerning) return false
  const size = heightOf(item)
  const isInside = x >= clip[0] - 2 && x < clip[2] && y >= clip[1] - size / 4 && y + size / 2 <= clip[3]
  return isInside && size > 0 && ratio >= 0.5 && ratio <= 2
}

/** On the same line or further down. */
function follows(item: TextItem, last: TextItem | null): boolean {
  if (last === null) return true
  const [, , , , x, y] = item.place
  const [, , , , lastX, lastY] = last.place
  const size = heightOf(item)
  return y < lastY - size / 2 || (Math.abs(y - lastY) <= size / 2 && x >= lastX)
}
