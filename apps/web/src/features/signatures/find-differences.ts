/**
 * What looks different between two pictures of a page, as boxes to draw around it.
 *
 * Both pictures are JPEGs, whose edges shimmer. A cell counts as changed only when a good part of it is clearly lighter
 * or darker than before, and neighbouring cells grow into one box.
 */

/** Pixels as a canvas gives them: four bytes each, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: ArrayLike<number>
}

/** Shares of the picture, from its upper left corner. */
export interface Difference {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Pixels of the pictures that are compared, a side of one cell. */
const CELL = 8
/** Of 255: what is less is noise of the encoder. */
const CLEAR = 48
/** Pixels of a cell that have to differ: a comma has as many at the size of the pictures. */
const ENOUGH = 3
/** Cells so far apart are still one change: the letters of a word, the lines of a paragraph. */
const REACH = 2
/** More boxes than these help nobody. */
const MOST = 40

interface Cells {
  readonly columns: number
  readonly rows: number
  readonly changed: ReadonlySet<number>
}

interface Range {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

const WHOLE: Difference = { left: 0, top: 0, width: 1, height: 1 }

/** The boxes around what looks different; the whole of pages that have not even the same shape. */
export function findDifferences(before: Picture, after: Picture): Difference[] {
  if (before.width !== after.width || before.height !== after.height) return [WHOLE]
  const cells = compareCells(before, after)
  const boxes = joinTouching(groupCells(cells))
  const { width, height } = before
  return boxes.length > MOST ? [WHOLE] : boxes.map((box) => toShares(box, { width, height }))
}

function compareCells(before: Picture, after: Picture): Cells {
  const { width, height } = before
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const counts = new Uint16Array(columns * rows)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      if (distance(before.data, after.data, at) < CLEAR) continue
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
      counts[cell] = counts[cell]! + 1
    }
  }
  const changed = new Set<number>()
  for (const [cell, count] of counts.entries()) if (count >= ENOUGH) changed.add(cell)
  return { columns, rows, changed }
}

/** The colour that moved furthest. */
function distance(one: ArrayLike<number>, other: ArrayLike<number>, at: number): number {
  const of = (channel: number) => Math.abs(one[at + channel]! - other[at + channel]!)
  return Math.max(of(0), of(1), of(2))
}

/** Cells that reach each other, as the box around them. */
function groupCells({ columns, rows, changed }: Cells): Range[] {
  const left = new Set(changed)
  const groups: Range[] = []
  for (const start of changed) {
    if (!left.delete(start)) continue
    let range: Range | undefined
    const waiting = [start]
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      range = range ? around(range, { x0: x, y0: y, x1: x, y1: y }) : { x0: x, y0: y, x1: x, y1: y }
      waiting.push(...neighboursOf(cell, { columns, rows }).filter((neighbour) => left.delete(neighbour)))
    }
    if (range) groups.push(range)
  }
  return groups
}

/** The cells within reach, the cell itself among them. */
function neighboursOf(cell: number, { columns, rows }: Pick<Cells, 'columns' | 'rows'>): number[] {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  const cells: number[] = []
  for (let row = Math.max(0, y - REACH); row <= Math.min(rows - 1, y + REACH); row++) {
    for (let column = Math.max(0, x - REACH); column <= Math.min(columns - 1, x + REACH); column++) {
      cells.push(row * columns + column)
    }
  }
  return cells
}

const around = (one: Range, other: Range): Range => ({
  x0: Math.min(one.x0, other.x0),
  y0: Math.min(one.y0, other.y0),
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1),
})

const touches = (one: Range, other: Range) =>
  one.x0 <= other.x1 && other.x0 <= one.x1 && one.y0 <= other.y1 && other.y0 <= one.y1

/** Boxes that overlap are one. */
function joinTouching(boxes: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const box of boxes) {
    let whole = box
    for (let at = joined.findIndex((one) => touches(one, whole)); at >= 0;) {
      whole = around(whole, joined.splice(at, 1)[0]!)
      at = joined.findIndex((one) => touches(one, whole))
    }
    joined.push(whole)
  }
  return joined
}

function toShares({ x0, y0, x1, y1 }: Range, { width, height }: Pick<Picture, 'width' | 'height'>): Difference {
  const [right, bottom] = [Math.min(width, (x1 + 1) * CELL), Math.min(height, (y1 + 1) * CELL)]
  const [left, top] = [x0 * CELL, y0 * CELL]
  return { left: left / width, top: top / height, width: (right - left) / width, height: (bottom - top) / height }
}
