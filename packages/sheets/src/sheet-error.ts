import { CodedError } from '@rubrica/pki'

/**
 * Why a sheet is refused. `SHEET_UNREADABLE` has a `reason`: `FORMAT` (no CSV and no XLSX), `OLD_FORMAT` (an .xls file),
 * `DAMAGED`, `EMPTY` (no row below the headings). `SHEET_TOO_LARGE` has the `limit` that was passed (`rows`, `columns`,
 * `cell`, `bytes`) and its value `most`. `SHEET_TOO_COMPLEX`: it took too much time or memory.
 */
export type SheetErrorCode = 'SHEET_UNREADABLE' | 'SHEET_TOO_LARGE' | 'SHEET_TOO_COMPLEX'

/** The only error that reading a sheet throws on bad input. */
export class SheetError extends CodedError {
  override readonly name: string = 'SheetError'
  declare readonly code: SheetErrorCode

  constructor(code: SheetErrorCode, facts?: CodedError['facts']) {
    super(code, facts)
  }
}

export const unreadable = (reason: 'FORMAT' | 'OLD_FORMAT' | 'DAMAGED' | 'EMPTY'): SheetError =>
  new SheetError('SHEET_UNREADABLE', { reason })

export const tooLarge = (limit: 'rows' | 'columns' | 'cell' | 'bytes', most: number): SheetError =>
  new SheetError('SHEET_TOO_LARGE', { limit, most })
