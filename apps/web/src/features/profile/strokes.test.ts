import { expect, test } from 'vitest'
import { boxOf, drawStroke, type Pen, type StrokePoint } from './strokes.ts'

const point = (x: number, y: number, pressure = 0.5): StrokePoint => ({ x, y, pressure })

/** A pen that writes down what it is told. */
function notedPen() {
  const notes: string[] = []
  const note =
    (name: string) =>
    (...values: number[]) =>
      void notes.push([name, ...values].join(' '))
  const pen: Pen = {
    beginPath: note('begin'),
    moveTo: note('move'),
    lineTo: note('line'),
    quadraticCurveTo: note('curve'),
    stroke: () => void notes.push(`stroke ${pen.lineWidth}`),
    lineWidth: 1,
    lineCap: 'butt',
    lineJoin: 'miter',
    strokeStyle: '',
  }
  return { pen, notes }
}

test('a stroke is a row of curves through the middles of its points, blue and round', () => {
  const { pen, notes } = notedPen()
  drawStroke(pen, [point(0, 0), point(10, 0), point(10, 10)])
  expect(notes.filter((note) => /^(?:move|curve)/.test(note))).toEqual([
    'move 0 0', 'curve 0 0 5 0', 'move 5 0', 'curve 10 0 10 5', 'move 10 5', 'curve 10 10 10 10',
  ]) // prettier-ignore
  expect([pen.strokeStyle, pen.lineCap]).toEqual(['#0000ff', 'round'])
})

test('a pressed pen draws a wider line', () => {
  const { pen, notes } = notedPen()
  drawStroke(pen, [point(0, 0, 0), point(10, 0, 1)])
  expect(notes.filter((note) => note.startsWith('stroke'))).toEqual(['stroke 1.2', 'stroke 4'])
})

test('a tap is a dot, and no points are nothing', () => {
  const { pen, notes } = notedPen()
  drawStroke(pen, [])
  expect(notes).toEqual([])
  drawStroke(pen, [point(3, 4)])
  expect(notes).toContain('line 3 4')
})

test('the box holds every stroke and the width of its line', () => {
  expect(boxOf([])).toBeUndefined()
  expect(boxOf([[point(10, 20)], [point(30, 5), point(20, 40)]])).toEqual({ x: 6, y: 1, width: 28, height: 43 })
})
