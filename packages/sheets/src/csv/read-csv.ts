/**
 * Reads a CSV file as spreadsheets write it: comma, semicolon or tab between cells, quotes around some of them, any line
 * ends. RFC 4180, and what is usual beyond it.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { makeTable, type SheetLimits, type Table } from '../make-table.ts'
import { unreadable, tooLarge } from '../sheet-error.ts'
import { decodeText } from './decode-text.ts'

const DELIMITERS = [',', ';', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A file with a NUL is no text. */
const NUL = '\0'

/** @throws {SheetError} */
export function readCsv(bytes: Uint8Array, limits: SheetLimits): Table & { readonly delimiter: Delimiter } {
  const text = textOf(bytes)
  const delimiter = findDelimiter(text)
  return { ...makeTable(parseRows(text, delimiter, limits), limits), delimiter }
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = decodeText(bytes)
    if (!text.includes(NUL)) return text
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw unreadable('FORMAT')
}

/**
 * That of the first line with something in it which separates most cells, outside of quotes. Where it has none, the
 * sheet has one column.
 */
function findDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const character of firstLine(text)) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

/** Headings that are longer than this are no headings. */
const LONGEST_HEAD = 64 * 1024

function firstLine(text: string): string {
  const head = text.slice(0, LONGEST_HEAD).replace(/^[\s\uFEFF]+/, '')
  let isQuoted = false
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && (head[at] === '\n' || head[at] === '\r')) return head.slice(0, at)
  }
  return head
}

function parseRows(text: string, delimiter: Delimiter, limits: SheetLimits): string[][] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
      // Which row is the one too many is said by the table; the rest need not be read.
      max_record_size: limits.columns * limits.cell,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? tooLarge('cell', limits.cell) : unreadable('DAMAGED')
  }
}
