/**
 * Reads a sheet that somebody handed over, CSV or XLSX, in a process of its own: it has no environment to leak, a memory
 * limit and a deadline, and is gone when the answer is there.
 */
import type { ChildProcess } from 'node:child_process'
import { forkEntry } from '@rubrica/pki'
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
  const child = startChild(all.memoryMb)
  const timer = setTimeout(() => child.kill('SIGKILL'), all.timeoutMs)
  try {
    const { rows, columns, cell } = all
    const answer = await ask(child, { bytes: new Uint8Array(bytes), limits: { rows, columns, cell } })
    if ('error' in answer) throw new SheetError(answer.error.code, answer.error.facts)
    return answer.sheet
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

function startChild(memoryMb: number): ChildProcess {
  return forkEntry(import.meta.url, './sheet-worker.ts', {
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function ask(child: ChildProcess, request: SheetRequest): Promise<SheetAnswer> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as SheetAnswer))
    child.once('error', reject)
    child.once('exit', () => reject(new SheetError('SHEET_TOO_COMPLEX')))
    child.send(request, (error) => {
      // A child that dies while it is being written to is reported by its exit.
      if (error && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    })
  })
}
