/**
 * Reads a sheet that somebody handed over, CSV or XLSX, in a process of its own: it has no environment to leak, a memory
 * limit and a deadline, and is gone when the answer is there.
 */
import type { ChildProcess } from 'node:child_process'
import { askChild, forkEntry } from '@rubrica/pki'
import type { SheetLimits } from './make-table.ts'
import { SheetError, tooLarge, unreadable } from './sheet-error.ts'
import type { Sheet, SheetAnswer, SheetRequest } from './sheet-messages.ts'

export interface ReadLimits extends SheetLimits {
  /** Largest file in octets. */
  readonly bytes: number
  /** Milliseconds that reading may take. */
  readonly timeoutMs: number
  /** Heap of the process in MiB. */
  readonly memoryMb: number
}

export const READ_LIMITS: ReadLimits = {
  rows: 5000,
  columns: 100,
  cell: 5000,
  bytes: 10 * 1024 * 1024,
  timeoutMs: 30_000,
  memoryMb: 384,
}

/**
 * The headings and rows of a CSV file, or of the first sheet of an XLSX file.
 * @throws {SheetError}
 */
export async function readSheet(bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<Sheet> {
  const all = { ...READ_LIMITS, ...limits }
  if (bytes.length > all.bytes) throw tooLarge('bytes', all.bytes)
  if (bytes.length === 0) throw unreadable('EMPTY')
  const { rows, columns, cell, timeoutMs } = all
  const request: SheetRequest = { bytes: new Uint8Array(bytes), limits: { rows, columns, cell } }
  const answer = await askChild<SheetAnswer>(startChild(all.memoryMb), request, {
    timeoutMs,
    explain: () => new SheetError('SHEET_TOO_COMPLEX'),
  })
  if ('error' in answer) throw new SheetError(answer.error.code, answer.error.facts)
  return answer.sheet
}

function startChild(memoryMb: number): ChildProcess {
  return forkEntry(import.meta.url, './sheet-worker.ts', {
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
