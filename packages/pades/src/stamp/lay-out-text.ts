/** Fits lines of text into a box: the largest size at which everything fits, wrapped at words. */
import { wrapWords } from '@rubrica/pdf'

export interface TextLayout {
  readonly size: number
  readonly lineHeight: number
  readonly lines: readonly string[]
}

export interface TextSpace {
  readonly width: number
  readonly height: number
  readonly largest: number
  readonly smallest: number
  /** Width of a text at size 1. */
  readonly measure: (text: string) => number
}

/** Of the size of the letters. */
export const LINE_HEIGHT = 1.25

/** A text that fits at no size is cut. */
export const layOutText = (texts: readonly string[], space: TextSpace): TextLayout =>
  fitText(texts, space) ?? cutText(texts, space)

/** Undefined when the whole text fits at no size. */
export function fitText(texts: readonly string[], space: TextSpace): TextLayout | undefined {
  const { largest, smallest, height } = space
  const steps = 24
  for (let step = 0; step <= steps; step++) {
    const size = largest - ((largest - smallest) * step) / steps
    const lines = texts.flatMap((text) => wrapWords(text, space.width / size, space.measure))
    const fits =
      lines.length * size * LINE_HEIGHT <= height && lines.every((line) => space.measure(line) * size <= space.width)
    if (fits) return { size, lineHeight: size * LINE_HEIGHT, lines }
  }
  return undefined
}

/** At the smallest size: as many lines as there is room for, each ended by an ellipsis where it is too long. */
function cutText(texts: readonly string[], { width, height, smallest, measure }: TextSpace): TextLayout {
  const room = Math.max(1, Math.floor(height / (smallest * LINE_HEIGHT)))
  const all = texts.flatMap((text) => wrapWords(text, width / smallest, measure))
  const lines = all.slice(0, room)
  if (all.length > room) lines.push(`${lines.pop()}…`)
  const cut = lines.map((line) => {
    if (measure(line) * smallest <= width) return line
    const characters = Array.from(line)
    while (characters.length > 0 && measure(`${characters.join('')}…`) * smallest > width) characters.pop()
    return `${characters.join('')}…`
  })
  return { size: smallest, lineHeight: smallest * LINE_HEIGHT, lines: cut }
}
