import { ownerOf } from '../owner.ts'
import type { Watcher } from '../sending/ports.ts'
import { writeCsv } from '../write-csv.ts'
import { showBulkSend, type BulkSendPorts } from './keep-bulk-sends.ts'
import type { BulkRow } from './ports.ts'

const DELIMITERS = { comma: ',', semicolon: ';' } as const

interface Wish {
  readonly id: string
  /** That of the sheet without it. */
  readonly delimiter: keyof typeof DELIMITERS | undefined
}

/**
 * The sheet with the result of each row, as CSV.
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
