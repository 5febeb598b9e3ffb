/**
 * Draws a text as a QR symbol (ISO/IEC 18004:2015) that stays sharp at every size.
 *
 * Dark modules that lie side by side are one rectangle, and all rectangles one path: filled one by one, they would show
 * seams between the rows wherever the edge of a module falls within a pixel.
 */
import { encode } from 'uqr'

/** Light modules around a symbol (clause 6.3.8). */
const QUIET_ZONE = 4

/** Dark modules in a row. All lengths are modules; x and y count from the lower left corner of the quiet zone. */
interface DarkRun {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface QrSymbol {
  /** Modules on a side, the quiet zone included. */
  readonly modules: number
  readonly runs: readonly DarkRun[]
}

/**
 * The smallest symbol that holds a text with error correction M.
 * @throws RangeError for a text of more than 2331 octets, which no symbol holds
 */
export function encodeQr(text: string): QrSymbol {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { modules: size, runs: data.flatMap((row, index) => runsOf(row, size - 1 - index)) }
}

function runsOf(row: readonly boolean[], y: number): DarkRun[] {
  const runs: DarkRun[] = []
  for (let x = 0; x < row.length; x++) {
    if (row[x] !== true) continue
    const light = row.indexOf(false, x)
    runs.push({ x, y, width: light - x })
    x = light
  }
  return runs
}

/** A square in the user space of the content. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

/** Operators that choose a colour for filling. */
export interface QrColours {
  /** Left out where nothing can lie below but the white page. */
  readonly light?: string
  readonly dark: string
}

/** The operators of a content stream that fill a square with a symbol, its quiet zone included. */
export function drawQr({ modules, runs }: QrSymbol, { x, y, side }: Square, { light, dark }: QrColours): string {
  const scale = (side / modules).toFixed(5)
  return [
    `q ${scale} 0 0 ${scale} ${x.toFixed(3)} ${y.toFixed(3)} cm`,
    ...(light === undefined ? [] : [`${light} 0 0 ${modules} ${modules} re f`]),
    dark,
    ...runs.map((run) => `${run.x} ${run.y} ${run.width} 1 re`),
    'f Q',
  ].join('\n')
}
