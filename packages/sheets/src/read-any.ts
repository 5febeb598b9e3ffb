import { readCsv } from './csv/read-csv.ts'
import { SheetError, unreadable } from './sheet-error.ts'
import type { Sheet, SheetAnswer, SheetRequest } from './sheet-messages.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

const ZIP = [0x50, 0x4b]
/** Of a compound file, which an .xls is. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((octet, index) => bytes[index] === octet)

async function read({ bytes, limits }: SheetRequest): Promise<Sheet> {
  if (begins(bytes, COMPOUND)) throw unreadable('OLD_FORMAT')
  if (begins(bytes, ZIP)) return { ...(await readXlsx(bytes, limits)), format: 'xlsx', delimiter: ',' }
  return { ...readCsv(bytes, limits), format: 'csv' }
}

/** What the octets of a file say that it is decides how it is read; its name does not. */
export async function readAny(request: SheetRequest): Promise<SheetAnswer> {
  try {
    return { sheet: await read(request) }
  } catch (error) {
    // Other errors may repeat parts of the file.
    const { code, facts } = error instanceof SheetError ? error : unreadable('DAMAGED')
    return { error: { code, facts } }
  }
}
