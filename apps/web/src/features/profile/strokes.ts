/** A point of a stroke, in CSS pixels of the field that it was drawn in; `pressure` 0 to 1, 0.5 where it is unknown. */
export interface StrokePoint {
  readonly x: number
  readonly y: number
  readonly pressure: number
}
export type Stroke = readonly StrokePoint[]

/** What is drawn on: the part of a canvas's context that strokes need. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'quadraticCurveTo'
  | 'stroke'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'strokeStyle'
>

/** Blue, as the specification has it. */
export const INK = '#0000ff'
const THIN = 1.2
const PRESSED = 2.8

const widthAt = ({ pressure }: StrokePoint) => THIN + PRESSED * pressure
const middle = (a: StrokePoint, b: StrokePoint) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Draws a stroke as curves through the middles of its points, wider where it was pressed; a lone point is a dot. */
export function drawStroke(pen: Pen, stroke: Stroke): void {
  const [first] = stroke
  if (!first) return
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = INK
  let from: { x: number; y: number } = first
  stroke.forEach((point, index) => {
    const next = stroke[index + 1]
    const to = next ? middle(point, next) : point
    pen.beginPath()
    pen.lineWidth = widthAt(point)
    pen.moveTo(from.x, from.y)
    pen.quadraticCurveTo(point.x, point.y, to.x, to.y)
    // A line of no length is drawn by its round ends.
    if (stroke.length === 1) pen.lineTo(to.x, to.y)
    pen.stroke()
    from = to
  })
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The smallest box around all strokes and the width of their lines; undefined when there is nothing. */
export function boxOf(strokes: readonly Stroke[]): Box | undefined {
  const points = strokes.flat()
  if (points.length === 0) return undefined
  const margin = THIN + PRESSED
  const left = Math.min(...points.map(({ x }) => x)) - margin
  const top = Math.min(...points.map(({ y }) => y)) - margin
  const right = Math.max(...points.map(({ x }) => x)) + margin
  const bottom = Math.max(...points.map(({ y }) => y)) + margin
  return { x: left, y: top, width: right - left, height: bottom - top }
}
