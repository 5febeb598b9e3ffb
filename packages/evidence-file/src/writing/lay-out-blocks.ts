/**
 * Lays text out on A4 pages from top to bottom. Each block stays one element of the document's structure, on however
 * many pages its lines stand. Lengths are points, `y` counts from the lower edge.
 */
import { encodeQr, printable, productFont, type QrSymbol, type Square, wrapWords } from '@rubrica/pdf'

/** What the pages say, from top to bottom. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'subheading' | 'text' | 'note'; readonly text: string }
  /** Rows of two cells: what is named, or when, and what is said of it. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly [string, string])[] }
  | SymbolBlock

/** A QR symbol, and paragraphs at its right. */
interface SymbolBlock {
  readonly kind: 'symbol'
  readonly holds: string
  /** For whoever does not see it. */
  readonly description: string
  readonly beside: readonly string[]
}

type Weight = 'regular' | 'bold'

/** One line of text where it stands. */
export interface Line {
  /** From 0. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: Weight
  readonly isQuiet: boolean
  readonly text: string
}

/** A symbol where it stands. */
export interface Figure {
  readonly page: number
  readonly qr: QrSymbol
  readonly square: Square
  readonly description: string
}

/** An element of the structure: a figure, lines of its own, or further elements. */
export interface Element {
  readonly role: 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure'
  readonly lines: readonly Line[]
  readonly children: readonly Element[]
  readonly figure?: Figure
}

export interface LaidOut {
  readonly pages: number
  readonly elements: readonly Element[]
}

export const PAGE = { width: 595.28, height: 841.89 } as const
export const MARGIN = 56
const TOP = PAGE.height - 64
const BOTTOM = 76
const WIDTH = PAGE.width - 2 * MARGIN
const FIRST_COLUMN = 132
const GAP = 10
/** Side of a symbol. */
const SYMBOL = 84

interface Style {
  readonly role: Element['role']
  readonly size: number
  readonly leading: number
  readonly weight: Weight
  readonly before: number
  readonly isQuiet: boolean
  /** Of the lines that must follow on the same page. */
  readonly keep: number
}

const STYLES: Readonly<Record<'title' | 'heading' | 'subheading' | 'text' | 'note', Style>> = {
  title: { role: 'H1', size: 20, leading: 26, weight: 'bold', before: 0, isQuiet: false, keep: 40 },
  heading: { role: 'H2', size: 13, leading: 18, weight: 'bold', before: 18, isQuiet: false, keep: 44 },
  subheading: { role: 'H3', size: 10.5, leading: 15, weight: 'bold', before: 10, isQuiet: false, keep: 30 },
  text: { role: 'P', size: 9.5, leading: 13.5, weight: 'regular', before: 5, isQuiet: false, keep: 0 },
  note: { role: 'P', size: 8, leading: 11.5, weight: 'regular', before: 4, isQuiet: true, keep: 0 },
}
const LABEL: Style = { role: 'TH', size: 8.5, leading: 13, weight: 'regular', before: 0, isQuiet: true, keep: 0 }
const VALUE: Style = { role: 'TD', size: 9.5, leading: 13, weight: 'regular', before: 0, isQuiet: false, keep: 0 }
const ROW_GAP = 3

/** Lays blocks out, on one page at least. */
export function layOutBlocks(blocks: readonly Block[]): LaidOut {
  const cursor = new Cursor()
  const elements = blocks.flatMap((block) => place(cursor, block))
  return { pages: cursor.page + 1, elements }
}

function place(cursor: Cursor, block: Block): readonly Element[] {
  if (block.kind === 'symbol') return placeSymbol(cursor, block)
  return [block.kind === 'table' ? placeTable(cursor, block) : placeText(cursor, block)]
}

/** Where the next line goes. */
class Cursor {
  page: number
  y: number

  constructor(page = 0, y: number = TOP) {
    this.page = page
    this.y = y
  }

  /** Goes down by a line, on to the next page where there is no room. */
  line(leading: number): void {
    if (this.y - leading < BOTTOM) this.turn()
    this.y -= leading
  }

  /** Leaves room, but not at the top of a page. */
  space(height: number): void {
    if (this.y < TOP) this.y -= height
  }

  /** Turns the page unless there is so much room left. */
  need(height: number): void {
    if (this.y - height < BOTTOM && this.y < TOP) this.turn()
  }

  private turn(): void {
    this.page += 1
    this.y = TOP
  }
}

function placeText(cursor: Cursor, { kind, text }: { kind: keyof typeof STYLES; text: string }): Element {
  const style = STYLES[kind]
  cursor.space(style.before)
  cursor.need(style.leading + style.keep)
  const lines = text.split('\n').flatMap((part) => placeLines(cursor, style, { text: part, x: MARGIN, width: WIDTH }))
  return { role: style.role, lines, children: [] }
}

function placeSymbol(cursor: Cursor, { holds, description, beside }: SymbolBlock): Element[] {
  cursor.space(GAP)
  cursor.need(SYMBOL)
  const { page } = cursor
  const right = new Cursor(page, cursor.y - GAP / 2)
  cursor.y -= SYMBOL
  const square = { x: MARGIN, y: cursor.y, side: SYMBOL }
  const column = { x: MARGIN + SYMBOL + GAP, width: WIDTH - SYMBOL - GAP }
  const paragraphs = beside.map((text) => {
    right.space(STYLES.text.before)
    return { role: 'P', lines: placeLines(right, STYLES.text, { ...column, text }), children: [] } satisfies Element
  })
  if (isBelow(right, cursor)) [cursor.page, cursor.y] = [right.page, right.y]
  const figure = { page, qr: encodeQr(holds), square, description }
  return [{ role: 'Figure', lines: [], children: [], figure }, ...paragraphs]
}

interface Column {
  readonly text: string
  readonly x: number
  readonly width: number
}

function placeLines(cursor: Cursor, style: Style, { text, x, width }: Column): Line[] {
  return wrap(text, width, style).map((line) => {
    cursor.line(style.leading)
    const { size, weight, isQuiet } = style
    return { page: cursor.page, x, y: cursor.y, size, weight, isQuiet, text: line }
  })
}

function placeTable(cursor: Cursor, { rows }: { rows: readonly (readonly [string, string])[] }): Element {
  cursor.space(4)
  const children = rows.map(([label, value]) => {
    cursor.need(VALUE.leading)
    const beside = new Cursor(cursor.page, cursor.y)
    const name = placeLines(beside, LABEL, { text: label, x: MARGIN, width: FIRST_COLUMN - GAP })
    const said = value.split('\n').flatMap((part) => placeLines(cursor, VALUE, besideLabel(part)))
    if (isBelow(beside, cursor)) [cursor.page, cursor.y] = [beside.page, beside.y]
    cursor.space(ROW_GAP)
    const cells = [cell('TH', name), cell('TD', said)]
    return { role: 'TR', lines: [], children: cells } satisfies Element
  })
  return { role: 'Table', lines: [], children }
}

const besideLabel = (text: string): Column => ({ text, x: MARGIN + FIRST_COLUMN, width: WIDTH - FIRST_COLUMN })

const cell = (role: 'TH' | 'TD', lines: readonly Line[]): Element => ({ role, lines, children: [] })

const isBelow = (one: Cursor, other: Cursor) => one.page > other.page || (one.page === other.page && one.y < other.y)

/** Words that are wider than a line, as digests may be, are broken where they must be. */
function wrap(text: string, width: number, { size, weight }: Style): string[] {
  const font = productFont(weight)
  const measure = (part: string) => (font.widthOf(part) * size) / 1000
  const plain = printable(text.replace(/\p{Cc}/gu, ' '))
  return wrapWords(plain, width, measure).flatMap((line) => breakWord(line, width, measure))
}

function breakWord(line: string, width: number, measure: (text: string) => number): string[] {
  if (measure(line) <= width) return [line]
  const parts = ['']
  for (const character of line) {
    const longer = `${parts.at(-1)}${character}`
    if (measure(longer) > width) parts.push(character)
    else parts[parts.length - 1] = longer
  }
  return parts
}
