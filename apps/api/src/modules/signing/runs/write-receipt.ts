import { writeCsv } from '../../write-csv.ts'
import { findRun, type RunName } from './keep-runs.ts'
import type { ReceiptRow, RunStore } from './ports.ts'

export interface WriteReceipt {
  readonly runs: RunStore
}

const HEAD = ['Number', 'Document', 'State', 'Reason', 'Time', 'Revision', 'SHA-256', 'Certificate']

/**
 * What came of each document of a run, as CSV: when it ended, the revision that the signature made with its digest, and the
 * serial number of the certificate.
 * @throws {PortalError} RUN_NOT_FOUND
 */
export async function writeReceipt(
  needs: WriteReceipt,
  name: RunName,
): Promise<{ readonly fileName: string; readonly content: string }> {
  const run = await findRun(needs, name)
  const rows = await needs.runs.receipt(run.id)
  const toCells = ({ position, fileName, state, code, endedAt, revision, digest, serialNumber }: ReceiptRow) => [
    ...[String(position), fileName ?? '', state, code ?? '', endedAt?.toISOString() ?? ''],
    ...[revision === null ? '' : String(revision), digest ?? '', serialNumber ?? ''],
  ]
  const day = run.createdAt.toISOString().slice(0, 10)
  return { fileName: `signed-${day}.csv`, content: writeCsv([HEAD, ...rows.map(toCells)], ',') }
}
