/** Matrices and boxes (ISO 32000-2 clauses 8.3 and 7.9.5). */
import { type PdfDocument, type PdfObject, isArray } from '@rubrica/pdf'

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export type Box = readonly [left: number, bottom: number, right: number, top: number]

export const UNIT: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
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

/** The corners in order; null where there are no four numbers. */
export function boxOf(document: PdfDocument, place: PdfObject | undefined): Box | null {
  const list = document.resolve(place)
  const sides = (isArray(list) ? list : [])
    .map((side) => document.resolve(side))
    .filter((side) => typeof side === 'number')
  const [x0, y0, x1, y1] = sides
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return null
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
}
