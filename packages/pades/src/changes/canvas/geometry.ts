/** Matrices, boxes and the numbers in them (ISO 32000-2 clauses 8.3 and 7.9.5). */
import { type PdfDocument, type PdfObject, isArray } from '@rubrica/pdf'

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export type Box = readonly [left: number, bottom: number, right: number, top: number]

export const UNIT: Matrix = [1, 0, 0, 1, 0, 0]

/** The first six numbers; those of the unit matrix where there are fewer. */
export const toMatrix = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f]

/** First the one, then the other. */
export function multiply([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix {
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

/** Whether nothing is turned or mirrored. */
export const isUpright = ([a, b, c, d]: Matrix): boolean => b === 0 && c === 0 && a > 0 && d > 0

/** How much larger things are made, at most. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d))

/** What a cut leaves of an area, where that is a rectangle and at least half as wide and high. */
export function meet(area: Box | 'other', cut: Box | 'other'): Box | 'other' {
  if (area === 'other' || cut === 'other') return 'other'
  const [left, bottom] = [Math.max(area[0], cut[0]), Math.max(area[1], cut[1])]
  const [right, top] = [Math.min(area[2], cut[2]), Math.min(area[3], cut[3])]
  const isMost = right - left >= (area[2] - area[0]) / 2 && top - bottom >= (area[3] - area[1]) / 2
  return isMost ? [left, bottom, right, top] : 'other'
}

/** The numbers of an array, as far as they are some. */
export function numbersIn(document: PdfDocument, place: PdfObject | undefined): readonly number[] {
  const list = document.resolve(place)
  return (isArray(list) ? list : []).map((item) => document.resolve(item)).filter((item) => typeof item === 'number')
}

/** The corners in order; null where there are no four numbers. */
export function boxOf(document: PdfDocument, place: PdfObject | undefined): Box | null {
  const [x0, y0, x1, y1] = numbersIn(document, place)
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return null
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}
