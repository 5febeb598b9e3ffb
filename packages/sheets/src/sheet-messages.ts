import type { Delimiter } from './csv/read-csv.ts'
import type { SheetErrorCode } from './sheet-error.ts'
import type { SheetLimits, Table } from './make-table.ts'

export interface Sheet extends Table {
  readonly format: 'csv' | 'xlsx'
  /** Between the cells of a CSV file; a comma otherwise. */
  readonly delimiter: Delimiter
}

/** The messages between the process that has a sheet and the one that reads it. Nothing of them is ever logged. */
export interface SheetRequest {
  readonly bytes: Uint8Array
  readonly limits: SheetLimits
}

export type SheetAnswer =
  | { readonly sheet: Sheet }
  | { readonly error: { readonly code: SheetErrorCode; readonly facts: Readonly<Record<string, unknown>> } }
