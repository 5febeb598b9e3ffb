import { writeCsv } from '../../write-csv.ts'
import { findRun, type RunName } from './keep-runs.ts'
import type { ReceiptRow, RunStore, WriteReceiptPages } from './ports.ts'

export interface WriteReceipt {
  readonly runs: RunStore
  readonly receiptPages: WriteReceiptPages
  readonly now: () => Date
}

const HEAD = ['Number', 'Document', 'State', 'Reason', 'Time', 'Revision', 'SHA-256', 'Certificate']

/**
 * What came of each document of a run, as CSV: when it ended, the revision that the signature made with its digest, and the
 * serial number of the certificate.
 * @throws {PortalError} RUN_NOT_FOUND
 */
export async function writeReceipt(
  needs: Pick<WriteReceipt, 'runs'>,
  name: RunName,
): Promise<{ readonly fileName: string; readonly content: string }> {
  const run = await findRun(needs, name)
  const rows = await needs.runs.receipt(run.id)
  const toCells = ({ position, fileName, state, code, endedAt, revision, digest, serialNumber }: ReceiptRow) => [
    ...[String(position), fileName ?? '', state, code ?? '', endedAt?.toISOString() ?? ''],
    ...[revision === null ? '' : String(revision), digest ?? '', serialNumber ?? ''],
  ]
  return { fileName: `${nameOf(run)}.csv`, content: writeCsv([HEAD, ...rows.map(toCells)], ',') }
}

/** The same for people to read and keep, as PDF in their language. @throws {PortalError} RUN_NOT_FOUND */
export async function writePdfReceipt(
  { runs, receiptPages, now }: WriteReceipt,
  name: RunName,
): Promise<{ readonly fileName: string; readonly content: Uint8Array }> {
  const run = await findRun({ runs }, name)
  const [person, rows] = await Promise.all([runs.personOf(run.id), runs.receipt(run.id)])
  return { fileName: `${nameOf(run)}.pdf`, content: receiptPages({ run, person, rows, at: now() }) }
}

const nameOf = ({ createdAt }: { readonly createdAt: Date }) => `signed-${createdAt.toISOString().slice(0, 10)}`
