import { tooLarge, unreadable } from './sheet-error.ts'

export interface SheetLimits {
  /** Rows with something in them, below the headings. */
  readonly rows: number
  readonly columns: number
  /** Characters of one cell. */
  readonly cell: number
}

export interface SheetRow {
  /** As a spreadsheet counts it, from 1; the headings are a row too. */
  readonly number: number
  /** As many as there are columns; empty where the sheet has nothing. */
  readonly cells: readonly string[]
}

export interface Table {
  /** The headings; one that is missing is empty. */
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
}

const tidy = (cell: string): string => cell.normalize('NFC').replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/g, '')

/**
 * A table from the rows of a sheet: the first one with something in it has the headings, rows without anything are left
 * out, and so are columns behind the last one with anything.
 * @throws {SheetError} SHEET_TOO_LARGE, SHEET_UNREADABLE (EMPTY)
 */
export function makeTable(sheet: Iterable<readonly string[]>, limits: SheetLimits): Table {
  const found: SheetRow[] = []
  let number = 0
  let width = 0
  for (const cells of sheet) {
    number++
    const tidied = cells.map(tidy)
    const used = tidied.findLastIndex((cell) => cell !== '') + 1
    if (used === 0) continue
    if (found.length > limits.rows) throw tooLarge('rows', limits.rows)
    if (used > limits.columns) throw tooLarge('columns', limits.columns)
    if (tidied.some((cell) => cell.length > limits.cell)) throw tooLarge('cell', limits.cell)
    width = Math.max(width, used)
    found.push({ number, cells: tidied.slice(0, used) })
  }
  const [head, ...rows] = found.map(({ number: at, cells }) => ({ number: at, cells: pad(cells, width) }))
  if (!head || rows.length === 0) throw unreadable('EMPTY')
  return { columns: head.cells, rows }
}

const pad = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, index) => cells[index] ?? '')
