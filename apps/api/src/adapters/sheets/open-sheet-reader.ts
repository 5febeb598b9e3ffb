import { READ_LIMITS, readSheet, SheetError } from '@rubrica/sheets'
import { PortalError } from '@rubrica/domain'
import type { SheetReader } from '../../modules/bulk-sends/ports.ts'
import { takeTurns } from '../take-turns.ts'

const REASONS: Readonly<Record<string, string>> = {
  FORMAT: 'This is neither a CSV nor an XLSX file.',
  OLD_FORMAT: 'This is an old workbook (.xls). Save it as .xlsx or as CSV.',
  DAMAGED: 'The file is damaged.',
  EMPTY: 'The sheet has no row below its headings.',
}

/** Each sheet gets a process; so many uploads at once must not become as many processes. */
export function openSheetReader(): SheetReader {
  const turns = takeTurns({ atOnce: 2, waiting: 32 })
  return { read: (file) => turns.run(() => readSheet(file).catch(refuse)) }
}

function refuse(error: unknown): never {
  if (!(error instanceof SheetError)) throw error
  const { reason: given, limit, most } = error.facts
  const reason = typeof given === 'string' ? given : ''
  const facts = { ...(reason !== '' && { Reason: reason }), ...(limit !== undefined && { Limit: limit, Most: most }) }
  throw new PortalError(error.code, sentenceOf(error, reason), { cause: error, facts })
}

function sentenceOf({ code, facts }: SheetError, reason: string): string {
  if (code === 'SHEET_TOO_COMPLEX') return 'Reading the sheet takes more time or memory than it may.'
  if (code === 'SHEET_UNREADABLE') return REASONS[reason] ?? 'The sheet cannot be read.'
  const most = String(facts['most'])
  const limits: Readonly<Record<string, string>> = {
    rows: `A sheet may have ${most} rows below its headings.`,
    columns: `A sheet may have ${most} columns.`,
    cell: `A cell may have ${most} characters.`,
    bytes: `A sheet may have ${READ_LIMITS.bytes} bytes, and not much more once it is unpacked.`,
  }
  return limits[String(facts['limit'])] ?? 'The sheet is too large.'
}
