/** How the words of a visible signature fill its box: by the rules by which the server draws them. Lengths in points. */

export interface StampText {
  readonly size: number
  readonly lines: readonly { readonly text: string; readonly x: number; readonly baseline: number }[]
}

interface Box {
  readonly width: number
  readonly height: number
}

const LARGEST = 12
const SMALLEST = 3
const STEPS = 24
const LINE_HEIGHT = 1.25

/**
 * The largest size at which all lines fit, broken at blanks.
 * @param measure width of a text at size 1
 */
export function layOutStamp(texts: readonly string[], box: Box, measure: (text: string) => number): StampText {
  const margin = Math.min(box.width, box.height) * 0.05
  const [width, height] = [box.width - 2 * margin, box.height - 2 * margin]
  for (let step = 0; step <= STEPS; step++) {
    const size = LARGEST - ((LARGEST - SMALLEST) * step) / STEPS
    const lines = texts.flatMap((text) => wrap(text, width / size, measure))
    const fits = lines.length * size * LINE_HEIGHT <= height && lines.every((line) => measure(line) * size <= width)
    if (!fits && step < STEPS) continue
    const lineHeight = size * LINE_HEIGHT
    const room = Math.max(1, Math.floor(height / lineHeight))
    const shown = lines.slice(0, room)
    const first = margin + Math.max(0, height - shown.length * lineHeight) / 2 + lineHeight * 0.8
    return { size, lines: shown.map((text, index) => ({ text, x: margin, baseline: first + index * lineHeight })) }
  }
  return { size: SMALLEST, lines: [] }
}

function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && measure(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
