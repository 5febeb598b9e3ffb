/** Reads the first sheet of a workbook (XLSX, ECMA-376). */
import { InvalidInputError, InvalidSpreadsheetError, readSheet, SheetNotFoundError } from 'read-excel-file/universal'
import { makeTable, type SheetLimits, type Table } from '../make-table.ts'
import { unreadable } from '../sheet-error.ts'
import { storeZip } from './store-zip.ts'
import { unpackZip } from './unpack-zip.ts'

/** 5,000 rows with a hundred short cells each have less. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MOST_ENTRIES = 2000

const isXml = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels')

/** @throws {SheetError} */
export async function readXlsx(bytes: Uint8Array, limits: SheetLimits): Promise<Table> {
  const entries = unpackZip(bytes, isXml, { entries: MOST_ENTRIES, bytes: MOST_UNPACKED })
  // The reader unpacks without limits: it is given what was unpacked within them.
  const sheet = await readRows(storeZip(entries).buffer)
  return makeTable(
    // The types of the reader name the constructor of Date where they mean a date.
    sheet.map((row) => row.map((cell) => toText(cell as Cell))),
    limits,
  )
}

async function readRows(archive: ArrayBuffer) {
  try {
    return await readSheet(archive)
  } catch (error) {
    const isKnown = [InvalidInputError, InvalidSpreadsheetError, SheetNotFoundError].some(
      (kind) => error instanceof kind,
    )
    // A workbook whose parts do not fit together leaves the reader with what it cannot use.
    if (isKnown || error instanceof TypeError || error instanceof RangeError) throw unreadable('DAMAGED')
    throw error
  }
}

type Cell = string | number | boolean | Date | null

/** Numbers as they are kept, dates without a zone: a sheet knows none. */
function toText(cell: Cell): string {
  if (cell === null) return ''
  if (!(cell instanceof Date)) return String(cell)
  if (Number.isNaN(cell.getTime())) throw unreadable('DAMAGED')
  // A clock time is the fraction of a day, which binary numbers miss by less than half a second.
  const text = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16)
}
