/**
 * Finds room for the verification mark of a stamp: a QR symbol at the right edge with its code under or beside it, else
 * the code alone in a line below, else nothing. What the stamp says otherwise comes first.
 */
import { encodeQr, productFont, type QrSymbol, type Square } from '@rubrica/pdf'
import type { VerificationMark } from '../types.ts'
import type { Area, Room } from './divide-room.ts'
import { LINE_HEIGHT, type TextLayout } from './lay-out-text.ts'

/** Points; the quiet zone included. A phone reads modules of a quarter of a millimetre from paper. */
const SMALLEST_SIDE = 40
const SMALLEST_MODULE = 0.75
const LARGEST_SIDE = 72
/** Of the box, where nothing speaks against it. */
const SHARE_OF_WIDTH = 0.3
const SMALLEST_CODE = 4.5
const LARGEST_CODE = 6
const MOST_CODE_LINES = 3

/** A mark as it is drawn, and what it leaves of the box. */
export interface PlacedMark {
  readonly symbol: { readonly qr: QrSymbol; readonly square: Square } | undefined
  readonly code: { readonly layout: TextLayout; readonly area: Area }
  readonly rest: Room
}

/** The ways to place a mark, the best one first. */
export function* waysToPlace(mark: VerificationMark, room: Room, userUnit: number): Iterable<PlacedMark> {
  const qr = encodeQr(mark.address)
  for (const side of sidesOf(qr, room.area, userUnit)) {
    const needs = { code: mark.code, qr, side, userUnit }
    for (const placed of [placeUnder(needs, room), placeBeside(needs, room)]) if (placed) yield placed
  }
  const line = codeLine(mark.code, room.area, userUnit)
  if (line) yield { symbol: undefined, code: line, rest: above(room, line.area) }
}

/** Sides of a symbol that a box may have room for, in its units. */
function sidesOf({ modules }: QrSymbol, { width, height }: Area, userUnit: number): readonly number[] {
  const least = Math.max(SMALLEST_SIDE, SMALLEST_MODULE * modules) / userUnit
  if (least > Math.min(width, height)) return []
  const wished = Math.min(Math.max(least, LARGEST_SIDE / userUnit), height, width * SHARE_OF_WIDTH)
  return wished > least ? [wished, least] : [least]
}

interface ToPlace {
  readonly code: string
  readonly qr: QrSymbol
  readonly side: number
  readonly userUnit: number
}

/** One below the other, in the middle of the height. */
function placeUnder({ code, qr, side, userUnit }: ToPlace, room: Room): PlacedMark | undefined {
  const { area } = room
  const layout = layOutCode(code, { width: side, most: MOST_CODE_LINES, userUnit })
  if (!layout) return undefined
  const height = layout.lines.length * layout.lineHeight
  if (side + height > area.height) return undefined
  const x = area.x + area.width - side
  const y = area.y + (area.height - side - height) / 2
  return {
    symbol: { qr, square: { x, y: y + height, side } },
    code: { layout, area: { x, y, width: side, height } },
    rest: leftOf(room, side),
  }
}

/** The code below what else the stamp says. */
function placeBeside({ code, qr, side, userUnit }: ToPlace, room: Room): PlacedMark | undefined {
  const { area } = room
  const left = leftOf(room, side)
  const line = codeLine(code, left.area, userUnit)
  if (!line) return undefined
  const square = { x: area.x + area.width - side, y: area.y + (area.height - side) / 2, side }
  return { symbol: { qr, square }, code: line, rest: above(left, line.area) }
}

function codeLine(code: string, { x, y, width }: Area, userUnit: number): PlacedMark['code'] | undefined {
  const layout = layOutCode(code, { width, most: 1, userUnit })
  return layout && { layout, area: { x, y, width, height: layout.lineHeight } }
}

/** What remains beside a column at the right edge. */
function leftOf({ area, margin }: Room, column: number): Room {
  const width = area.width - column - margin
  return { area: { ...area, width }, outer: { width: width + 2 * margin, height: area.height + 2 * margin }, margin }
}

/** What remains above a line at the lower edge. */
function above({ area, outer, margin }: Room, { height: line }: Area): Room {
  const height = area.height - line
  return { area: { ...area, y: area.y + line, height }, outer: { ...outer, height: height + 2 * margin }, margin }
}

interface CodeSpace {
  readonly width: number
  /** Lines. */
  readonly most: number
  readonly userUnit: number
}

/** In as few lines as can be, broken behind hyphens alone; undefined where the letters would be too small. */
function layOutCode(code: string, { width, most, userUnit }: CodeSpace): TextLayout | undefined {
  for (let count = 1; count <= most; count++) {
    const lines = breakCode(code, count)
    const widest = Math.max(...lines.map((line) => productFont().widthOf(line) / 1000))
    const size = Math.min(LARGEST_CODE / userUnit, width / widest)
    if (size >= SMALLEST_CODE / userUnit) return { size, lineHeight: size * LINE_HEIGHT, lines }
  }
  return undefined
}

/** `AAAA-BBBB-C` in two: `AAAA-BBBB-` and `C`. */
function breakCode(code: string, count: number): string[] {
  const groups = code.split(/(?<=-)/)
  const inLine = Math.ceil(groups.length / count)
  return Array.from({ length: Math.ceil(groups.length / inLine) }, (_, line) =>
    groups.slice(line * inLine, (line + 1) * inLine).join(''),
  )
}
