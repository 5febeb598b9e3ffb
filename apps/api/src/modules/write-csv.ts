/** With which a spreadsheet takes a cell for a formula, or for what a program is to be given. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Texts as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets know it. A cell that one would take for a
 * formula begins with an apostrophe.
 */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: string): string {
  const lines = rows.map((cells) => cells.map((cell) => quote(unarm(cell), delimiter)).join(delimiter))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

const unarm = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

const quote = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
