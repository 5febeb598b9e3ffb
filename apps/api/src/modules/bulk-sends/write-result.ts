import { ownerOf } from '../owner.ts'
import type { Watcher } from '../sending/ports.ts'
import { showBulkSend, type BulkSendPorts } from './keep-bulk-sends.ts'
import type { BulkRow } from './ports.ts'

const DELIMITERS = { comma: ',', semicolon: ';' } as const

interface Wish {
  readonly id: string
  /** That of the sheet without it. */
  readonly delimiter: keyof typeof DELIMITERS | undefined
}

/**
 * The sheet with the result of each row, as CSV in UTF-8 with a byte order mark, by which spreadsheets know it.
 * @throws {PortalError} BULK_SEND_NOT_FOUND
 */
export async function writeResult(
  ports: Pick<BulkSendPorts, 'bulkSends' | 'now'>,
  watcher: Watcher,
  { id, delimiter }: Wish,
): Promise<{ readonly fileName: string; readonly content: string }> {
  const bulk = await showBulkSend(ports, watcher, id)
  const query = { states: undefined, after: 0, most: Infinity }
  const rows = await ports.bulkSends.rows({ owner: ownerOf(watcher), id }, query)
  const head = ['Row', ...bulk.columns, 'State', 'Reason', 'Documents']
  const content = writeCsv([head, ...rows.map(toCells)], delimiter ? DELIMITERS[delimiter] : bulk.delimiter)
  return { fileName: `${bulk.name.replace(/\.[^.]*$/, '')}-result.csv`, content }
}

const toCells = ({ number, cells, state, findings, code, documentIds }: BulkRow): string[] => [
  String(number),
  ...cells,
  state,
  code ?? findings.map((finding) => finding.code).join(' '),
  documentIds.join(' '),
]

/** With which a spreadsheet takes a cell for a formula, or for what a program is to be given. */
const FORMULA = /^[=+\-@\t\r]/

/** @param rows texts; RFC 4180 */
function writeCsv(rows: readonly (readonly string[])[], delimiter: string): string {
  const lines = rows.map((cells) => cells.map((cell) => quote(unarm(cell), delimiter)).join(delimiter))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

const unarm = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

const quote = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
