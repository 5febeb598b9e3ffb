import { expect, test } from 'vitest'
import { layOutStamp } from './lay-out-stamp.ts'

/** Every letter is half as wide as it is high. */
const measure = (text: string) => text.length / 2
const LINES = ['Ana Soler', '2026-11-25 10:00 UTC', 'I agree']

test('words that fit stand in the largest size, one line each, in the middle of the height', () => {
  const { size, lines } = layOutStamp(LINES, { width: 180, height: 60 }, measure)
  expect(size).toBe(12)
  expect(lines.map(({ text }) => text)).toEqual(LINES)
  expect(lines.map(({ x }) => x)).toEqual([3, 3, 3])
  expect(lines[0]!.baseline).toBeCloseTo(3 + 4.5 + 12)
  expect(lines[1]!.baseline - lines[0]!.baseline).toBe(15)
})

test('in a small box they are smaller, and stay inside', () => {
  const box = { width: 60, height: 30 }
  const { size, lines } = layOutStamp(LINES, box, measure)
  expect(size).toBeLessThan(12)
  for (const { text, baseline } of lines) {
    expect(measure(text) * size).toBeLessThanOrEqual(box.width)
    expect(baseline).toBeLessThan(box.height)
  }
})

test('what does not fit at the smallest size is left out instead of running over the edge', () => {
  const box = { width: 40, height: 10 }
  const { lines } = layOutStamp(
    Array.from({ length: 20 }, () => 'word '.repeat(20)),
    box,
    measure,
  )
  expect(lines.length).toBeGreaterThan(0)
  expect(Math.max(...lines.map(({ baseline }) => baseline))).toBeLessThan(box.height)
})
