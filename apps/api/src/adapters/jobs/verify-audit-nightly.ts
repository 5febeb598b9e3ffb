/**
 * Verifies night after night what the audit log has more than the night before, and some of the rest. How far it came
 * is kept, so that one run takes minutes and the next goes on.
 */
import type { Log } from '../../ports/log.ts'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { VerifiedPart } from '../../modules/audit/ports.ts'
import type { JobKind } from './job-kinds.ts'

/** Well below the time after which a job counts as failed. */
const LONGEST_MS = 5 * 60_000

export interface VerifyAuditNightly<Transaction> {
  /** Goes on where it was left. */
  readonly verify: () => AsyncIterable<VerifiedPart>
  readonly queue: Pick<JobQueue<Transaction>, 'enqueue'>
  readonly database: Transaction
  readonly log: Log
  /** Counts an event, for the operator's alarms. */
  readonly happened: (event: 'audit-log-damaged' | 'audit-log-verified') => void
  readonly longestMs?: number
}

export async function verifyAuditNightly<Transaction>(needs: VerifyAuditNightly<Transaction>): Promise<void> {
  const { verify, queue, database, log, happened, longestMs = LONGEST_MS } = needs
  const begun = performance.now()
  let documents = 0
  let damaged = 0
  for await (const part of verify()) {
    // A part is kept when the next is asked for; this one is not, and is the first of the next run.
    if (performance.now() - begun >= longestMs) {
      await queue.enqueue(database, { kind: 'verify-audit' satisfies JobKind, data: {} })
      return
    }
    documents += part.documents
    for (const finding of [...part.findings, ...part.headFindings]) {
      damaged += 1
      log.error({ ...finding }, 'The audit log is not as it was sealed, or a row is not as it says.')
      happened('audit-log-damaged')
    }
  }
  happened('audit-log-verified')
  log.info({ documents, damaged }, 'What the audit log has more, and some of what it had, was verified.')
}
