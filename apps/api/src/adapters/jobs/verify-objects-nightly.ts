/**
 * Compares all stored objects with their digests, night after night. One run of the job takes minutes, not hours: what
 * is left is a further job, which begins after the document that was checked last, so that a server that ends in the
 * middle costs one run.
 */
import type { Log } from '../../ports/log.ts'
import type { JobData, JobQueue } from '../../ports/job-queue.ts'
import type { ObjectsChecked } from '../../modules/objects/ports.ts'
import type { JobKind } from './job-kinds.ts'

/** Well below the time after which a job counts as failed. */
const LONGEST_MS = 5 * 60_000

export interface VerifyObjectsNightly<Transaction> {
  /** Checks all objects, from the document after this one on. */
  readonly verify: (after: string | undefined) => AsyncIterable<ObjectsChecked>
  readonly queue: Pick<JobQueue<Transaction>, 'enqueue'>
  readonly database: Transaction
  readonly log: Log
  /** Counts an event, for the operator's alarms. */
  readonly happened: (event: 'object-damaged' | 'objects-verified') => void
  readonly longestMs?: number
}

/** One run; `data` is what the run before has left. */
export async function verifyObjectsNightly<Transaction>(
  needs: VerifyObjectsNightly<Transaction>,
  data: JobData,
): Promise<void> {
  const { verify, queue, database, log, happened, longestMs = LONGEST_MS } = needs
  const begun = performance.now()
  let [objects, damaged] = [Number(data['objects'] ?? 0), Number(data['damaged'] ?? 0)]
  const after = data['after']
  for await (const checked of verify(typeof after === 'string' ? after : undefined)) {
    objects += checked.objects
    damaged += checked.findings.length
    for (const finding of checked.findings) {
      log.error({ ...finding }, 'A stored object is not what its row was written for.')
      happened('object-damaged')
    }
    if (performance.now() - begun >= longestMs) {
      const rest = { after: checked.documentId, objects, damaged }
      await queue.enqueue(database, { kind: 'verify-objects' satisfies JobKind, data: rest })
      return
    }
  }
  happened('objects-verified')
  log.info({ objects, damaged }, 'All stored objects were compared with their digests.')
}
